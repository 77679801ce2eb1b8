import { outcomeDistribution, startsIn } from '#core/plans/distribution.ts';
import { planCandles, runPlan } from '#core/plans/engine.ts';
import { runEveryStart } from '#core/plans/every-start.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { PlanTerms } from '#core/plans/terms.ts';
import { recordedCandles } from './recorded.ts';
import { figure, median, milliseconds, print, race } from './report.ts';

const candles = await recordedCandles('ETH', '5m');
const quotes = levelsAt(0).map((level) => termsOf(level, level.leverageMax));

await main();

async function main(): Promise<void> {
  print(`${candles.openTime.length} recorded ETH candles of 5 minutes, the five levels at their highest leverage`);
  await firstQuotes();
  for (const terms of quotes) mustEqualTheEngine(terms);
  await race({
    title: 'Quote over the whole recording, mean of the five levels',
    unit: 'ms',
    better: 'lower',
    contenders: [
      { name: 'outcome distribution', run: () => meanMilliseconds((terms) => outcomeDistribution(terms, candles)) },
      { name: 'one engine run a start', run: () => meanMilliseconds(everyPlanAlone) },
    ],
    goals: [{ figure: 20 }],
  });
}

/** The first quotes of a process, before the compiler has warmed up: what a member may meet after a restart. */
async function firstQuotes(): Promise<void> {
  const times: number[] = [];
  for (const terms of quotes) times.push(await milliseconds(() => outcomeDistribution(terms, candles)));
  figure('the first quote of the process', times[0] ?? Number.NaN, 'ms', { atMost: 20 });
  figure('median of the first five', median(times), 'ms', { atMost: 20 });
}

/** The quote must come from the engine that settles. */
function mustEqualTheEngine(terms: PlanTerms): void {
  const alone = everyPlanAlone(terms);
  const { results } = runEveryStart(terms, candles);
  const differing = results.filter((result, start) => !Object.is(result, alone[start])).length;
  if (differing > 0) throw new Error(`${differing} of ${results.length} starts differ from the engine`);
  const { strategy, leverage } = terms;
  const lost = ((outcomeDistribution(terms, candles)?.shareLost ?? Number.NaN) * 100).toFixed(1);
  print(`  ${strategy} at ${leverage}X: ${results.length} starts equal to the engine bit for bit, ${lost} % lost`);
}

function everyPlanAlone(terms: PlanTerms): Float64Array {
  const { lookback } = strategies[terms.strategy];
  const results = new Float64Array(startsIn(terms, candles));
  for (let start = 0; start < results.length; start++) {
    results[start] = runPlan(terms, planCandles(terms, candles, lookback + start)).result;
  }
  return results;
}

async function meanMilliseconds(quote: (terms: PlanTerms) => unknown): Promise<number> {
  const elapsedMs = await milliseconds(() => {
    for (const terms of quotes) quote(terms);
  });
  return elapsedMs / quotes.length;
}
