import type pg from 'pg';
import { type listWinners as operation, winnersMax } from '#contract/draws.ts';
import type { OutputOf } from '#contract/operation.ts';
import { maskName } from '#server/platform/mask-name.ts';
import type { DrawSeeds } from './draw-seeds.ts';
import { newestDraws, resultOf } from './draw-store.ts';

/** One of about 19 entries wins: among so many the newest winners are nearly always all found. */
const lookedAtMax = 2_000;

/** The newest winners. They are computed, because no column says who won. */
export async function listWinners({
  pool,
  seeds,
}: {
  readonly pool: pg.Pool;
  readonly seeds: DrawSeeds;
}): Promise<OutputOf<typeof operation>> {
  const drawn = await newestDraws(pool, lookedAtMax);
  const winners: OutputOf<typeof operation> = [];
  for (const one of drawn) {
    const { prize } = resultOf(seeds, one);
    if (!prize) continue;
    const { id, username, drawnAt } = one;
    winners.push({ id, name: maskName(username), prize: prize.id, amount: prize.amount, drawnAt });
    if (winners.length === winnersMax) break;
  }
  return winners;
}
