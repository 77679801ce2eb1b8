import * as z from 'zod/mini';
import { quotePlan as operation } from '#contract/plans-offer.ts';
import type { CandleColumns } from '#core/market/candle.ts';
import { sliceColumns } from '#core/market/candle.ts';
import { listingOf } from '#core/market/coins.ts';
import { rowAtOrAfter, rowsOf } from '#core/market/columns.ts';
import { distinctDays } from '#core/market/replay-order.ts';
import { percentile } from '#core/plans/distribution.ts';
import { runEveryStart } from '#core/plans/every-start.ts';
import { levelsAt, termsOf } from '#core/plans/levels.ts';
import { fiveMinutesMs, walk } from '#core/plans/walk.fixture.ts';
import { dayMs } from '#core/time/lengths.ts';
import { openQuoteCache } from '#server/features/plans/quote-cache.ts';
import { quotePlan } from '#server/features/plans/quote-plan.ts';
import { windowMs } from '#server/market/candle-cache.ts';
import { CandleSeries } from '#server/market/candle-series.ts';
import type { QuoteCase } from './quote-case.ts';
import { quoteEdges } from './quote-edges.ts';
import { recordedCandles } from './recorded.ts';

/** Worked examples of quotes. */
export const quoteVectors: Readonly<Record<string, () => unknown>> = {
  'quote.v1.json': () => detailCases().map(quoteVector),
  'quote-window.v1.json': () => windowCases().map(quoteVector),
  'quote-edges.v1.json': () => quoteEdges().map(quoteVector),
};

/** Quotes that pin one detail of the rules each. */
function detailCases(): readonly QuoteCase[] {
  const replayed = walk({ seed: 11, candles: 500, swing: 0.006, missing: 0.65 });
  return [
    { id: 'trend-1.v1', coin: 'ETH', level: 1, leverage: 3, closed: sliceColumns(recordedCandles('ETH'), 0, 400) },
    { id: 'reversion-1.v1', coin: 'SUI', level: 2, leverage: 10, closed: sliceColumns(recordedCandles('SUI'), 0, 300) },
    { id: 'BOUNDS-MET', coin: 'ETH', level: 5, leverage: 25, closed: walk({ seed: 7, candles: 200, swing: 0.03 }) },
    { id: 'GAPS-AND-OLD-CANDLES', coin: 'ETH', level: 3, leverage: 2, closed: sparse(75) },
    {
      id: 'REPLAY-OF-THREE-DAYS',
      coin: 'ETH',
      level: 4,
      leverage: 5,
      closed: replayed,
      replay: { at: (replayed.openTime.at(-1) ?? 0) + 1_000_000, recordedDays: 3 },
    },
    { id: 'FEWEST-STARTS', coin: 'ETH', level: 1, leverage: 1, closed: walk({ seed: 3, candles: 89, swing: 0.004 }) },
    { id: 'ONE-START-LESS', coin: 'ETH', level: 1, leverage: 1, closed: walk({ seed: 3, candles: 88, swing: 0.004 }) },
  ];
}

/** Candles of so many days with long gaps. */
function sparse(days: number): CandleColumns {
  return walk({ seed: 5, candles: 300, swing: 0.01, missing: 1 - 300 / ((days * dayMs) / 300_000) });
}

/**
 * Quotes whose first measured candle pins where the history begins: of replays whose number of days is no multiple of three, asked for within a day
 * and exactly at midnight, and at sixty days.
 */
function windowCases(): readonly QuoteCase[] {
  const plan = { coin: 'ETH', level: 1, leverage: 2 };
  const [within, whole] = [onDays(5, 30), onDays(6, 0)];
  const askedAt = (closed: CandleColumns): number => (closed.openTime.at(-1) ?? 0) + fiveMinutesMs;
  return [
    { id: 'REPLAY-OF-FOUR-DAYS', ...plan, closed: within, replay: { at: askedAt(within) + 12_345, recordedDays: 4 } },
    { id: 'REPLAY-OF-FIVE-DAYS', ...plan, closed: whole, replay: { at: askedAt(whole), recordedDays: 5 } },
    { id: 'SIXTY-DAYS', ...plan, closed: overSixtyDays() },
  ];
}

const candlesADay = 60;

/** Candles of so many days, of each day the first and the last one too, less so many at the end. */
function onDays(days: number, less: number): CandleColumns {
  const candles = walk({ seed: 17, candles: days * candlesADay - less, swing: 0.006 });
  const openTime = candles.openTime.map((_, row) => {
    const place = row % candlesADay;
    const isLast = place === candlesADay - 1;
    return Math.floor(row / candlesADay) * dayMs + (isLast ? dayMs - fiveMinutesMs : place * 4 * fiveMinutesMs);
  });
  return { ...candles, openTime };
}

/** Candles of which the oldest opens sixty days before the newest exactly, and the next one five minutes later. */
function overSixtyDays(): CandleColumns {
  const candles = walk({ seed: 23, candles: 160, swing: 0.006 });
  const newest = 100 * dayMs;
  const openTime = candles.openTime.map((_, row) => {
    return newest - (row < 100 ? 60 * dayMs - row * fiveMinutesMs : ((159 - row) * dayMs) / 4);
  });
  return { ...candles, openTime };
}

/** The answer of the quote as members get it, with the result of every start. */
export function quoteVector({ id, coin, level: number, leverage, closed, replay }: QuoteCase): unknown {
  const measured = measuredOf(closed, replay);
  const answer = quotePlan(
    {
      market: { coins: [listingOf(coin)], measured: () => measured },
      clock: { now: () => 0 },
      quotes: openQuoteCache(),
    },
    { id: number, coin, multiple: leverage },
  );
  const level = levelsAt(0).find((one) => one.id === number);
  if (!level) throw new RangeError(`there is no level ${number}`);
  const { results } = runEveryStart(termsOf(level, leverage), measured);
  const sorted = results.toSorted();
  // The examples say when they were asked for beside the answer, and only where it counts.
  const { at: _at, ...encoded } = z.encode(operation.output, answer);
  return {
    quote: id,
    coin,
    ...(replay && { replay }),
    candles: rowsOf(closed),
    answer: encoded,
    worked: {
      results: [...results],
      expected: answer.distribution && [percentile(sorted, 25), percentile(sorted, 75)],
    },
  };
}

/** The candles that are measured: what the cache keeps of them, and of a replay the days that are all different. */
function measuredOf(closed: CandleColumns, replay: QuoteCase['replay']): CandleColumns {
  const series = new CandleSeries(windowMs['5m']);
  series.append(closed);
  const { rows } = series;
  if (!replay) return rows;
  const from = Math.floor(replay.at / dayMs) * dayMs - distinctDays(replay.recordedDays) * dayMs;
  return sliceColumns(rows, rowAtOrAfter(rows.openTime, from), rows.openTime.length);
}
