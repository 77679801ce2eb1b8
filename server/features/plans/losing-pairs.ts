import { setImmediate as nextTurn } from 'node:timers/promises';
import { intervalMs } from '#core/market/candle.ts';
import { meanOutcome } from '#core/plans/distribution.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { directionsOf } from '#core/plans/strategies/strategy.ts';
import type { PlanLevel } from '#core/plans/terms.ts';
import type { Market } from '#server/market/market.ts';
import type { Log } from '#server/platform/log.ts';
import { leverageMax } from './plan-offer.ts';

/** Of the leverages that a level was measured at, how many lost on average (mean of all coins, over every start), and how many would have with their fees added back. */
interface LevelPairs {
  readonly pairs: number;
  readonly losing: number;
  readonly losingWithoutFees: number;
}

export interface LosingPairs {
  /** Null until the level has been measured; a call starts the measurement, at most once a day of the product clock and ten minutes of wall time. */
  ofLevel(id: number): LevelPairs | null;
  close(): void;
}

export interface LosingPairsDependencies {
  readonly market: Pick<Market, 'coins' | 'measured'>;
  readonly clock: { readonly speed: number; now(): number };
  readonly log: Pick<Log, 'error'>;
}

/** A measurement takes seconds of a processor: on a fast product clock its days are too short for one each. */
const measuredForWallMs = 10 * 60_000;

/** Measures every level at every leverage in the background, in slices of a few milliseconds so as not to block the event loop. */
export function openLosingPairs({ market, clock, log }: LosingPairsDependencies): LosingPairs {
  let known: ReadonlyMap<number, LevelPairs> = new Map();
  let measuredAt = Number.NEGATIVE_INFINITY;
  let isMeasuring = false;
  let isClosed = false;
  const measuredForMs = Math.max(intervalMs['1d'], measuredForWallMs * clock.speed);

  const measure = async (): Promise<void> => {
    const levels = levelsAt(clock.now());
    const measured = new Map<number, LevelPairs>();
    for (const level of levels) {
      const means = await meansOf(market, level, leverageMax(levels), () => isClosed);
      if (means.length === 0) continue;
      measured.set(level.id, {
        pairs: means.length,
        losing: means.filter(({ mean }) => mean < 0).length,
        losingWithoutFees: means.filter(({ mean, feeMean }) => mean + feeMean < 0).length,
      });
    }
    known = measured;
  };
  return {
    ofLevel(id) {
      if (!isMeasuring && !isClosed && clock.now() - measuredAt >= measuredForMs) {
        isMeasuring = true;
        measuredAt = clock.now();
        void measure()
          .catch((error: unknown) => log.error({ err: error }, 'measuring levels at every leverage failed'))
          .finally(() => {
            isMeasuring = false;
          });
      }
      return known.get(id) ?? null;
    },
    close() {
      isClosed = true;
    },
  };
}

/** Mean over the coins of the mean result and of the mean fees in it, by leverage; leverages at which no coin has enough history are left out. */
async function meansOf(
  market: LosingPairsDependencies['market'],
  level: PlanLevel,
  highest: number,
  isClosed: () => boolean,
): Promise<readonly { readonly mean: number; readonly feeMean: number }[]> {
  const sums = Array.from({ length: highest }, () => ({ total: 0, fees: 0, coins: 0 }));
  for (const { symbol } of market.coins) {
    const history = market.measured(symbol, level.terms.interval);
    const directions = directionsOf(strategies[level.terms.strategy], history);
    for (const [place, sum] of sums.entries()) {
      await nextTurn();
      if (isClosed()) return [];
      const outcome = meanOutcome(termsOf(level, place + 1), history, directions);
      if (outcome === null) continue;
      sum.total += outcome.mean;
      sum.fees += outcome.feeMean;
      sum.coins += 1;
    }
  }
  return sums.flatMap(({ total, fees, coins }) =>
    coins === 0 ? [] : [{ mean: total / coins, feeMean: fees / coins }],
  );
}
