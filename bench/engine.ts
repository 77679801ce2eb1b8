import { DataFrame } from 'data-forge';
import { backtest, type IBar, type IStrategy } from 'grademark';
import { TradeDirection } from 'grademark/build/lib/strategy.js';
import { type Candle, type CandleColumns, candleAt } from '#core/market/candle.ts';
import { type EveryStart, roundTable, runEveryStart, runTable } from '#core/plans/every-start.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { directionsOf } from '#core/plans/strategies/strategy.ts';
import type { PlanTerms } from '#core/plans/terms.ts';
import { recordedCandles } from './recorded.ts';
import { print, race } from './report.ts';

/** A plan of one level at its highest leverage, with the directions of its strategy over the recording. */
interface Job {
  readonly terms: PlanTerms;
  readonly directions: Int8Array;
}

const candles = await recordedCandles('ETH', '5m');
const jobs = levelsAt(0).map((level): Job => {
  const terms = termsOf(level, level.leverageMax);
  return { terms, directions: directionsOf(strategies[terms.strategy], candles) };
});
const tables = jobs.map(({ terms, directions }) => ({ terms, table: roundTable(terms, candles, directions) }));

type SignalBar = IBar & { readonly direction: number };

const bars = new DataFrame<number, SignalBar>(
  Array.from({ length: candles.openTime.length }, (_, row) =>
    signalBar(candleAt(candles, row), jobs[0]?.directions[row] ?? 0),
  ),
).bake();

await main();

async function main(): Promise<void> {
  mustAgree();
  print(
    `${candles.openTime.length} recorded ETH candles of 5 minutes, the five levels at their highest leverage, one core`,
  );
  const plain = {
    name: 'plain typed-array loop',
    run: () => stepsPerSecond(() => sum(jobs, (job) => plainLoop(job).steps)),
  };
  const grademark = { name: 'grademark', run: () => stepsPerSecond(() => sum(jobs.slice(0, 1), withGrademark)) };
  await race({
    title: 'Engine loop over prepared rounds',
    unit: 'candle steps/s',
    better: 'higher',
    contenders: [
      {
        name: 'engine',
        run: () => stepsPerSecond(() => sum(tables, ({ terms, table }) => stepsOf(runTable(terms, table)))),
      },
      plain,
      grademark,
    ],
    goals: [{ figure: 250e6 }, { against: 'grademark', ratio: 50 }],
  });
  await race({
    title: 'Engine with the preparation of its rounds',
    unit: 'candle steps/s',
    better: 'higher',
    contenders: [
      {
        name: 'engine',
        run: () =>
          stepsPerSecond(() =>
            sum(jobs, ({ terms, directions }) => stepsOf(runEveryStart(terms, candles, directions))),
          ),
      },
      plain,
      grademark,
    ],
    goals: [{ against: 'grademark', ratio: 50 }],
  });
}

/** A rival counts only if its results are the same. */
function mustAgree(): void {
  for (const job of jobs) {
    const { results } = runEveryStart(job.terms, candles, job.directions);
    const rival = plainLoop(job).results;
    const differing = results.filter((result, start) => Math.abs(result - (rival[start] ?? Number.NaN)) > 1e-12).length;
    if (differing > 0 || rival.length !== results.length)
      throw new Error(`the plain loop differs in ${differing} plans`);
  }
}

/** A straightforward implementation of the engine's rules: every ratio computed where it is needed. */
function plainLoop({ terms, directions }: Job): { results: Float64Array; steps: number } {
  const { open, high, low, close } = candles as Required<CandleColumns>;
  const { leverage, rounds, maximumLoss, maximumProfit, feeRate } = terms;
  const first = strategies[terms.strategy].lookback;
  const results = new Float64Array(open.length - first - rounds + 1);
  let steps = 0;
  for (let start = 0; start < results.length; start++) {
    let running = 0;
    let position = 0;
    for (let row = first + start; row < first + start + rounds; row++) {
      steps++;
      const direction = directions[row] as number;
      const base = open[row] as number;
      if (direction !== 0 && direction !== position) running -= 2 * leverage * feeRate;
      const exposure = leverage * direction;
      const atHigh = running + exposure * ((high[row] as number) / base - 1);
      const atLow = running + exposure * ((low[row] as number) / base - 1);
      if ((direction > 0 ? atLow : atHigh) <= -maximumLoss) {
        running = -maximumLoss;
        break;
      }
      if ((direction > 0 ? atHigh : atLow) >= maximumProfit) {
        running = maximumProfit;
        break;
      }
      running += exposure * ((close[row] as number) / base - 1);
      position = direction;
    }
    results[start] = running;
  }
  return { results, steps };
}

function signalBar(candle: Candle, direction: number): SignalBar {
  return { time: new Date(candle.openTime), ...candle, direction };
}

/** One pass of the same directions through grademark: enter, hold, leave on a change, stop at the loss or the profit. */
function withGrademark({ terms }: Job): number {
  const strategy: IStrategy<SignalBar, SignalBar> = {
    entryRule: (enterPosition, { bar }) => {
      if (bar.direction === 0) return;
      enterPosition({ direction: bar.direction > 0 ? TradeDirection.Long : TradeDirection.Short });
    },
    exitRule: (exitPosition, { bar, position }) => {
      if ((position.direction === TradeDirection.Long ? 1 : -1) !== bar.direction) exitPosition();
    },
    stopLoss: ({ entryPrice }) => (entryPrice * terms.maximumLoss) / terms.leverage,
    profitTarget: ({ entryPrice }) => (entryPrice * terms.maximumProfit) / terms.leverage,
  };
  const trades = backtest(strategy, bars);
  if (trades.length === 0) throw new Error('grademark made no trade');
  return bars.count();
}

function stepsOf({ roundsRun }: EveryStart): number {
  let steps = 0;
  for (let start = 0; start < roundsRun.length; start++) steps += roundsRun[start] as number;
  return steps;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** Repeats the work for a third of a second at least. */
function stepsPerSecond(work: () => number): number {
  const start = performance.now();
  let steps = 0;
  let elapsedMs = 0;
  do {
    steps += work();
    elapsedMs = performance.now() - start;
  } while (elapsedMs < 333);
  return (steps / elapsedMs) * 1_000;
}
