import type { CategoryOffer } from '#contract/round-records.ts';
import { winningsReservedMax } from '#core/limits/business-limits.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { categories, outcomeCount, winningOutcomes } from '#core/rounds/categories.ts';
import { stakeMax, stakeMin } from '#core/rounds/payout.ts';
import type { LedgerReader } from '#server/ledger/ledger-reader.ts';

/** What can be bet on, in its published order, with exact odds and what the house's free funds still cover. */
export async function listCategories(ledger: Pick<LedgerReader, 'houseBalances'>): Promise<CategoryOffer[]> {
  const free = (await ledger.houseBalances()).get('rounds') ?? 0n;
  return categories.map((id) => {
    const wins = winningOutcomes[id];
    return {
      id,
      wins,
      odds: outcomeCount / wins,
      lost: (outcomeCount - wins) / outcomeCount,
      minimum: stakeMin,
      maximum: coveredStake(free, wins),
    };
  });
}

/** The largest stake whose winnings the funds cover, and one member may win. */
function coveredStake(free: bigint, wins: number): Usdt {
  const winnable = free < winningsReservedMax ? free : winningsReservedMax;
  const covered = (winnable * BigInt(wins)) / BigInt(outcomeCount - wins);
  return covered < stakeMax ? usdt(covered) : stakeMax;
}
