import { type CandleColumns, candleAt } from '#core/market/candle.ts';
import { histogramBins, outcomeDistribution } from '#core/plans/distribution.ts';
import { positionFee } from '#core/plans/engine.ts';
import { positionsOpened, runEveryStart } from '#core/plans/every-start.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { directionsOf } from '#core/plans/strategies/strategy.ts';
import type { PlanTerms } from '#core/plans/terms.ts';
import { walk } from '#core/plans/walk.fixture.ts';
import { leastWhere } from './plan-cases.ts';
import type { QuoteCase } from './quote-case.ts';

const plan = { coin: 'ETH', level: 1, leverage: 3 } as const;
/** Of so many candles a quote is measured on the fewest starts. */
const candles = 89;

/** Quotes of which a figure is another one where the rule's operations are done in another order. */
export function quoteEdges(): readonly QuoteCase[] {
  const [level] = levelsAt(0);
  if (level?.id !== plan.level) throw new RangeError(`there is no level ${plan.level}`);
  const terms = termsOf(level, plan.leverage);
  return [
    { id: 'FEES-IN-ORDER', ...plan, closed: firstWalk((closed) => (areFeesParted(terms, closed) ? closed : null)) },
    { id: 'BAR-IN-ORDER', ...plan, closed: firstWalk((closed) => atBar(terms, closed)) },
  ];
}

function firstWalk(wanted: (closed: CandleColumns) => CandleColumns | null): CandleColumns {
  for (let seed = 1; seed < 500; seed++) {
    const found = wanted(walk({ seed, candles, swing: 0.004 }));
    if (found) return found;
  }
  throw new Error('no walk is the example of a quote');
}

/** Whether the mean of the fees is another number when the number of starts divides last. */
function areFeesParted(terms: PlanTerms, closed: CandleColumns): boolean {
  const directions = directionsOf(strategies[terms.strategy], closed);
  const every = runEveryStart(terms, closed, directions);
  const opened = positionsOpened(terms, directions, every);
  return (
    (opened * positionFee(terms)) / every.results.length !== outcomeDistribution(terms, closed, directions)?.feeMean
  );
}

/** The same candles with a last close that makes the last start’s result stand in one bar by the rule, and in another where the width divides last. */
function atBar(terms: PlanTerms, closed: CandleColumns): CandleColumns | null {
  const { maximumLoss, maximumProfit } = terms;
  const width = maximumLoss + maximumProfit;
  const resultAt = (close: number): number => runEveryStart(terms, withLastClose(closed, close)).results.at(-1) ?? 0;
  if (resultAt(0.001) >= resultAt(1e6)) return null;
  for (let bar = 1; bar < histogramBins; bar++) {
    const byRule = (close: number) => Math.floor((resultAt(close) + maximumLoss) * (histogramBins / width)) >= bar;
    const dividedLast = (close: number) => Math.floor(((resultAt(close) + maximumLoss) * histogramBins) / width) >= bar;
    const close = Math.min(leastWhere(byRule), leastWhere(dividedLast));
    if (byRule(close) !== dividedLast(close)) return withLastClose(closed, close);
  }
  return null;
}

/** Its last candle opens and moves no further than to that close. */
function withLastClose(closed: CandleColumns, close: number): CandleColumns {
  const last = closed.openTime.length - 1;
  const { open } = candleAt(closed, last);
  return {
    ...closed,
    close: closed.close.with(last, close),
    high: closed.high.with(last, Math.max(open, close)),
    low: closed.low.with(last, Math.min(open, close)),
  };
}
