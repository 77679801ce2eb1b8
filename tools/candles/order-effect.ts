/**
 * What playing days in a drawn order does to the results of plans: `node tools/candles/order-effect.ts [FOLDER]`. Measures every
 * start of two years of the replay against every start of the recording in its own order, and apart those whose lookback
 * reaches over a seam, with and without a break.
 */

import { fileURLToPath } from 'node:url';
import { aggregate } from '#core/market/aggregate.ts';
import { type CandleColumns, sliceColumns } from '#core/market/candle.ts';
import { rowAtOrAfter } from '#core/market/columns.ts';
import { outcomeDistribution } from '#core/plans/distribution.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { PlanTerms } from '#core/plans/terms.ts';
import { dayMs } from '#core/time/lengths.ts';
import { loadRecordings } from '#server/market/replay/recordings.ts';
import { ReplayOrder } from '#server/market/replay/replay-order.ts';
import { ReplaySource } from '#server/market/replay/replay-source.ts';
import { isProgram } from '../is-program.ts';

const days = 730;
const jumpOfBreak = 0.0005;

class Tally {
  #samples = 0;
  #mean = 0;
  #lost = 0;

  add(terms: PlanTerms, candles: CandleColumns): void {
    const found = outcomeDistribution(terms, candles);
    if (!found) return;
    this.#samples += found.samples;
    this.#mean += found.mean * found.samples;
    this.#lost += found.shareLost * found.samples;
  }

  words(): string {
    const [mean, lost] = [this.#mean, this.#lost].map((sum) => (100 * sum) / this.#samples);
    return `${this.#samples} starts, mean ${mean?.toFixed(3)} %, lost ${lost?.toFixed(1)} %`;
  }
}

async function main(folder: string): Promise<void> {
  const recordings = await loadRecordings(folder);
  const clock = { now: () => days * dayMs, speed: 1 };
  const source = new ReplaySource(
    recordings,
    clock,
    new ReplayOrder(0, new Uint8Array(32).fill(5), recordings.days.length),
  );
  const everything = { from: 0, through: Number.POSITIVE_INFINITY };
  for (const [level, leverage] of [
    [0, 1],
    [0, 5],
    [1, 1],
    [1, 5],
  ] as const) {
    const offered = levelsAt(0)[level];
    if (!offered) continue;
    const terms = termsOf(offered, leverage);
    const { lookback } = strategies[terms.strategy];
    const [recorded, played, overSeam, overBreak] = [new Tally(), new Tally(), new Tally(), new Tally()];
    for (const [coin, { candles }] of recordings.coins) {
      recorded.add(terms, aggregate(candles, terms.interval, everything));
      const rows = aggregate(await source.minutes(coin, 0, days * dayMs), terms.interval, everything);
      played.add(terms, rows);
      for (let day = 1; day < days; day++) {
        const seam = rowAtOrAfter(rows.openTime, day * dayMs);
        const jump = Math.abs((rows.open[seam] ?? 0) / (rows.close[seam - 1] ?? 1) - 1);
        // The starts whose lookback holds the seam, and no others.
        const around = sliceColumns(rows, seam - lookback + 1, seam + lookback - 1 + terms.rounds);
        (jump > jumpOfBreak ? overBreak : overSeam).add(terms, around);
      }
    }
    process.stdout.write(`level ${level + 1} at ${leverage}X\n`);
    const tallies = { recorded, played, 'over a seam': overSeam, 'over a break': overBreak };
    for (const [name, tally] of Object.entries(tallies)) process.stdout.write(`  ${name}: ${tally.words()}\n`);
  }
}

if (isProgram(import.meta.url)) {
  await main(process.argv[2] ?? fileURLToPath(new URL('../../data/candles', import.meta.url)));
}
