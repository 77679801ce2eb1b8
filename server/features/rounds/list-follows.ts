import type { Kysely } from 'kysely';
import type { Follow } from '#contract/round-records.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { returnedOf } from '#core/rounds/follow.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findFollow, followsOf, type StoredFollow } from './order-store.ts';

/** The member's follows, newest first. */
export async function listFollows(tables: Kysely<unknown>, memberId: bigint, before: string | null): Promise<Follow[]> {
  if (before !== null && !(await findFollow(tables, memberId, before))) throw new Refusal('followUnknown');
  return (await followsOf(tables, memberId, before)).map(followRecord);
}

/** A follow as the contract sends it. */
export function followRecord(follow: StoredFollow): Follow {
  const { id, category, stake, rounds, placed, stopOnWin, lossLimit, terms, income, end, placedAt } = follow;
  return {
    ...{ id, category, rounds, placed, stopOnWin, end, placedAt },
    amount: usdt(stake),
    lossLimit: lossLimit === null ? null : usdt(lossLimit),
    income: usdt(income),
    reserved: end === null ? returnedOf(terms, placed) : noUsdt,
  };
}
