import { type listDepositChannels, requestDeposit } from '#contract/deposits.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { TextValue } from '#contract/text.ts';
import { decodeForm } from '#web/platform/api/form.ts';

export type DepositChannel = OutputOf<typeof listDepositChannels>[number];

export interface DepositError {
  readonly code: ErrorCode;
  readonly values: Readonly<Record<string, TextValue>>;
}

/** The input to submit, with the id of the proof's image, or the amount's error. */
export function readDeposit(
  channel: DepositChannel,
  amount: string,
  image: string | null = null,
):
  | { readonly input: InputOf<typeof requestDeposit>; readonly error: null }
  | { readonly input: null; readonly error: DepositError } {
  const read = decodeForm(requestDeposit, { channel: channel.id, amount, image: image ?? '' });
  if (read.input === null) return { input: null, error: { code: read.errors.amount ?? 'amountInvalid', values: {} } };
  if (read.input.amount < channel.minimum) {
    return { input: null, error: { code: 'depositTooSmall', values: { minimum: channel.minimum } } };
  }
  if (read.input.amount > channel.maximum) {
    return { input: null, error: { code: 'depositTooLarge', values: { maximum: channel.maximum } } };
  }
  return { input: read.input, error: null };
}

/** The field of a refusal; network failures have none. */
export function fieldOfRefusal(code: ErrorCode | null): 'amount' | 'proof' | 'form' {
  switch (code) {
    case 'amountMissing':
    case 'amountInvalid':
    case 'depositTooSmall':
    case 'depositTooLarge':
      return 'amount';
    case 'imageUnknown':
    case 'imageUsed':
      return 'proof';
    default:
      return 'form';
  }
}

/** Quick amounts within the channel's bounds. */
export function quickAmounts(channel: DepositChannel): readonly string[] {
  return ['100', '500', '1000', '5000'].filter((amount) => readDeposit(channel, amount).error === null);
}
