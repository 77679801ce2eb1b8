import type { ErrorCode } from '#contract/errors.ts';
import { placeOrder } from '#contract/rounds.ts';
import { parseAmount, type Usdt, usdt } from '#core/money/amount.ts';
import { type Category, outcomeCount, winningOutcomes } from '#core/rounds/categories.ts';
import { reservedFor } from '#core/rounds/follow.ts';
import { type Payout, payoutOf } from '#core/rounds/payout.ts';
import { decodeForm } from '#web/platform/api/form.ts';

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

/** The input to submit for a round, or the errors. Fields of a follow are left out of a single bet. */
export function readBet(round: number, form: BetForm) {
  const { category, amount, follow, stopOnWin, losslimit } = form;
  const ofFollow = isFollow(form) ? { follow, losslimit, stoponwin: stopOnWin ? '1' : '' } : {};
  return decodeForm(placeOrder, { round: String(round), category, amount, ...ofFollow });
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
