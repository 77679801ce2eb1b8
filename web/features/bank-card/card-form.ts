import { bindBankCard } from '#contract/bank-card.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { cardDigits, isCardNumber } from '#core/cards/card-number.ts';
import { type DecodedForm, decodeForm, type FieldErrors } from '#web/platform/api/form.ts';

export type CardField = 'name' | 'number' | 'bank' | 'password';

/** The field of each refusal. */
export const refusalFields: Readonly<Partial<Record<ErrorCode, CardField>>> = {
  cardNameMissing: 'name',
  cardNameInvalid: 'name',
  cardNumberMissing: 'number',
  cardNumberInvalid: 'number',
  bankNameMissing: 'bank',
  bankNameInvalid: 'bank',
  withdrawalPasswordMissing: 'password',
  withdrawalPasswordWrong: 'password',
  withdrawalPasswordLocked: 'password',
};

/** The input to submit, or the errors; the number's check digit is checked here as well. */
export function readCard(
  typed: Readonly<Record<CardField, string>>,
  hasWithdrawalPassword: boolean,
): DecodedForm<typeof bindBankCard, CardField> {
  const read = decodeForm(bindBankCard, hasWithdrawalPassword ? typed : { ...typed, password: '' });
  const errors: FieldErrors<CardField> = { ...read.errors };
  if (typed.number !== '' && !isCardNumber(cardDigits(typed.number))) errors.number = 'cardNumberInvalid';
  if (hasWithdrawalPassword && typed.password === '') errors.password = 'withdrawalPasswordMissing';
  return read.input !== null && Object.keys(errors).length === 0
    ? { input: read.input, errors: null }
    : { input: null, errors };
}
