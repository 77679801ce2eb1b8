import type pg from 'pg';
import { dayMs, utcDay } from '#core/time/lengths.ts';
import { type ProductClock, readProductTime } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { type Poll, poll } from '#server/platform/poll.ts';
import type { DrawSeeds } from './draw-seeds.ts';

/** The longest wait, so that a clock that was moved is noticed. */
const lookEveryMs = 60_000;

export interface RevealDependencies {
  readonly pool: pg.Pool;
  readonly seeds: DrawSeeds;
}

/** Reveals the seed of each day (UTC) after its end. Any node may: the lock only avoids duplicate work. */
export function scheduleReveals(
  dependencies: RevealDependencies & {
    readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'>;
    readonly log: Log;
  },
): Poll {
  const { pool, clock, log } = dependencies;
  const toMidnight = (): number => dayMs - (clock.now() % dayMs);
  return poll({
    name: 'draws',
    everyMs: () => Math.min(lookEveryMs, clock.wallDelayMs(toMidnight())),
    log,
    lock: { pool, name: 'draws' },
    run: () => revealSeeds(dependencies),
  });
}

/** Reveals the seeds of all days that are over by the database's clock; returns how many. Each is written once. */
export async function revealSeeds({ pool, seeds }: RevealDependencies): Promise<number> {
  const today = utcDay(await readProductTime(pool));
  const { rows } = await pool.query<{ day: number }>({
    name: 'days to reveal',
    text: `select day from fairness_day where day < $1 and not exists (select from draw_reveal where draw_reveal.day = fairness_day.day)
      order by day`,
    values: [today],
  });
  let revealed = 0;
  for (const { day } of rows) {
    const seed = Buffer.from(seeds.ofDay(day).drawSeed).toString('hex');
    const { rowCount } = await pool.query({
      name: 'reveal draw seed',
      text: 'insert into draw_reveal (day, seed, revealed_at) values ($1, $2, now()) on conflict do nothing',
      values: [day, seed],
    });
    revealed += rowCount ?? 0;
  }
  return revealed;
}
