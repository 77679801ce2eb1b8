import type { ErrorCode } from '#contract/errors.ts';
import type { InputOf } from '#contract/operation.ts';
import { placeOrder } from '#contract/rounds.ts';
import { parseAmount, type Usdt, usdt } from '#core/money/amount.ts';
import { type Category, outcomeCount, winningOutcomes } from '#core/rounds/categories.ts';
import { followRoundsMax, followRoundsMin, reservedFor } from '#core/rounds/follow.ts';
import { type Payout, payoutOf, stakeMin } from '#core/rounds/payout.ts';
import { type DecodedForm, decodeForm, type FieldErrors } from '#web/platform/api/form.ts';
import type { ErrorValues } from '#web/platform/api/use-form-errors.ts';

export type BetField = 'amount' | 'follow' | 'losslimit';

/** The field of each refusal. */
export const refusalFields: Readonly<Partial<Record<ErrorCode, BetField>>> = {
  amountMissing: 'amount',
  amountInvalid: 'amount',
  stakeTooSmall: 'amount',
  amountLimit: 'amount',
  winningsLimit: 'amount',
  ordersOfRound: 'amount',
  followsRunning: 'follow',
  insufficientFunds: 'amount',
  followInvalid: 'follow',
  stopInvalid: 'losslimit',
};

/** The bounds in the texts of refusals. */
export const refusalValues: ErrorValues = {
  stakeTooSmall: { minimum: stakeMin },
  followInvalid: { minimum: followRoundsMin, maximum: followRoundsMax },
};

/** The form as it is typed; `follow` is the number of rounds in all. */
export interface BetForm {
  readonly category: Category;
  readonly amount: string;
  readonly follow: string;
  readonly stopOnWin: boolean;
  readonly losslimit: string;
}

/** Whether the form asks for more than one round. */
export const isFollow = ({ follow }: Pick<BetForm, 'follow'>): boolean => follow !== '' && follow !== '1';

/** The input to submit for a round, or the errors, by the server's own bounds. Fields of a follow are left out of a single bet. */
export function readBet(round: number, form: BetForm): DecodedForm<typeof placeOrder> {
  const { category, amount, follow, stopOnWin, losslimit } = form;
  const ofFollow = isFollow(form) ? { follow, losslimit, stoponwin: stopOnWin ? '1' : '' } : {};
  const read = decodeForm(placeOrder, { round: String(round), category, amount, ...ofFollow });
  if (read.input === null) return read;
  const errors = outOfBounds(read.input);
  return Object.keys(errors).length === 0 ? read : { input: null, errors };
}

function outOfBounds({ amount, follow, losslimit }: InputOf<typeof placeOrder>): FieldErrors<BetField> {
  const isFollowable = follow === undefined || (follow >= followRoundsMin && follow <= followRoundsMax);
  return {
    ...(amount < stakeMin && { amount: 'stakeTooSmall' }),
    ...(!isFollowable && { follow: 'followInvalid' }),
    ...(losslimit !== undefined && losslimit < amount && { losslimit: 'stopInvalid' }),
  };
}

/** What a stake can come to, in micro-USDT. */
export interface BetOutlook extends Payout {
  readonly stake: Usdt;
  /** Wins less losses, by how many of the outcomes they have, rounded away from zero: never above 0. */
  readonly expected: Usdt;
  /** What leaves the available quota at once. */
  readonly reserved: Usdt;
}

/** The outlook of what is typed; null while it is no amount above zero. */
export function outlookOf({ category, amount, follow }: BetForm): BetOutlook | null {
  const stake = parseAmount('USDT', amount);
  if (stake === null || stake <= 0n) return null;
  const payout = payoutOf(category, stake);
  const rounds = /^\d{1,3}$/.test(follow) ? Math.max(1, Number(follow)) : 1;
  const reserved = reservedFor({ stake, rounds, stopOnWin: false, lossLimit: null });
  return { ...payout, stake, expected: expectedGain(payout.paid, category, stake), reserved };
}

function expectedGain(paid: Usdt, category: Category, stake: Usdt): Usdt {
  const outcomes = BigInt(outcomeCount);
  const cost = stake * outcomes - paid * BigInt(winningOutcomes[category]);
  return usdt(-((cost + outcomes - 1n) / outcomes));
}
