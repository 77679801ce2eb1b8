import type { ErrorCode } from '#contract/errors.ts';
import type { InputOf } from '#contract/operation.ts';
import { requestWithdrawal, type WithdrawalMethod } from '#contract/withdrawals.ts';
import { parseAmount, type Usdt } from '#core/money/amount.ts';
import { isChecksummedAddress } from '#core/withdrawals/address.ts';
import { decodeForm, type FieldErrors } from '#web/platform/api/form.ts';

export type WithdrawalField = 'amount' | 'address' | 'password' | 'comment';

/** The field of each refusal. */
export const refusalFields: Readonly<Partial<Record<ErrorCode, WithdrawalField>>> = {
  amountMissing: 'amount',
  amountInvalid: 'amount',
  insufficientFunds: 'amount',
  addressMissing: 'address',
  addressInvalid: 'address',
  withdrawalPasswordMissing: 'password',
  withdrawalPasswordWrong: 'password',
  withdrawalPasswordLocked: 'password',
  withdrawalCommentInvalid: 'comment',
};

/** The input to submit (the amount as a plain decimal), or the errors. */
export function readWithdrawal(
  method: WithdrawalMethod,
  typed: Readonly<Record<WithdrawalField, string>>,
):
  | { readonly input: InputOf<typeof requestWithdrawal>; readonly errors: null }
  | { readonly input: null; readonly errors: FieldErrors<WithdrawalField> } {
  const { address, ...others } = typed;
  const read = decodeForm(requestWithdrawal, { ...others, method, ...(method === 'address' ? { address } : {}) });
  const wrongAddress = method === 'address' ? addressError(address) : null;
  if (read.input !== null && wrongAddress === null) return { input: read.input, errors: null };
  const { method: _given, ...errors } = read.errors ?? {};
  return { input: null, errors: { ...errors, ...(wrongAddress === null ? {} : { address: wrongAddress }) } };
}

/** The amount for the quote, once it is valid. */
export function amountSoFar(typed: string): Usdt | null {
  const amount = parseAmount('USDT', typed);
  return amount !== null && amount > 0n ? amount : null;
}

function addressError(address: string): ErrorCode | null {
  if (address === '') return 'addressMissing';
  return isChecksummedAddress(address) ? null : 'addressInvalid';
}
