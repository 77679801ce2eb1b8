import type { listPrizes as operation } from '#contract/draws.ts';
import type { OutputOf } from '#contract/operation.ts';
import { expectedValue } from '#core/draws/prizes.ts';
import { dayMs, utcDay } from '#core/time/lengths.ts';
import type { DrawSeeds } from './draw-seeds.ts';
import { isCovered } from './draw-transfers.ts';
import type { GetEntriesDependencies } from './get-entries.ts';
import { findPublished } from './own-day.ts';

/** The prize table of the running day, what is published of it, and the table that follows. */
export async function listPrizes({
  pool,
  ledger,
  clock,
  seeds,
}: GetEntriesDependencies): Promise<OutputOf<typeof operation>> {
  const now = clock.now();
  const table = seeds.prizesOf(utcDay(now));
  const [isOpen, published] = await Promise.all([isCovered(ledger, table), findPublished(pool, utcDay(now))]);
  return { ...table, expectedValue: expectedValue(table), isOpen, published, next: nextTable(seeds, utcDay(now)) };
}

function nextTable(seeds: DrawSeeds, today: number): OutputOf<typeof operation>['next'] {
  const day = seeds.nextPrizesAfter(today);
  if (day === null) return null;
  const table = seeds.prizesOf(day);
  return { ...table, expectedValue: expectedValue(table), from: day * dayMs };
}
