import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CandleColumns, intervalMs, sliceColumns } from '#core/market/candle.ts';
import { planCandles } from './engine.ts';
import { bindingHash, bindingText, boundLookback, lookbackHashIn, type MarketBinding } from './market-binding.ts';
import { strategies } from './strategies/strategies.ts';
import { someTerms, walk } from './walk.fixture.ts';

const step = intervalMs[someTerms.interval];
const { lookback } = strategies[someTerms.strategy];
const history = walk({ seed: 3, candles: 120, swing: 0.003 });
const opens = (row: number): number => history.openTime[row] ?? Number.NaN;

const binding: MarketBinding = {
  interval: '5m',
  coin: 'ETH',
  lookback: { through: 1_700_000_000_000, rows: 47, hash: 'ab' },
  market: {
    source: 'replay',
    recording: 'cd',
    label: 'É "x"',
    startsAt: 12,
    day: 0,
    commitment: 'ef',
    recordedDays: 29,
  },
};

test('the canonical text has its names in order at every depth, whatever order they were given in', () => {
  const text =
    '{"coin":"ETH","interval":"5m","lookback":{"hash":"ab","rows":47,"through":1700000000000},' +
    '"market":{"commitment":"ef","day":0,"label":"É \\"x\\"","recordedDays":29,"recording":"cd","source":"replay","startsAt":12}}';
  expect(bindingText(binding)).toBe(text);
  expect(bindingText(JSON.parse(text))).toBe(text);
  expect(bindingHash(binding)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
});

test('with the candle before the first round still forming, all but one of the lookback are bound', () => {
  const closed = sliceColumns(history, 0, 80);
  expect(boundLookback(closed, '5m', opens(81), lookback)).toMatchObject({ rows: lookback - 1, through: opens(79) });
  expect(boundLookback(closed, '5m', opens(80), lookback)).toMatchObject({ rows: lookback, through: opens(79) });
  expect(boundLookback(closed, '5m', opens(83), lookback)).toMatchObject({ rows: lookback - 3, through: opens(79) });
});

test('a single candle that is known is bound; with all still to close nothing is', () => {
  const closed = sliceColumns(history, 0, 80);
  expect(boundLookback(closed, '5m', opens(81), 2)).toMatchObject({ rows: 1, through: opens(79) });
  expect(boundLookback(closed, '5m', opens(81), 1)).toBeNull();
});

test('candles from the first round on are never bound', () => {
  expect(boundLookback(history, '5m', opens(80), lookback)).toEqual(
    boundLookback(sliceColumns(history, 0, 80), '5m', opens(80), lookback),
  );
});

test('too short a history, or one that ended long ago, binds nothing', () => {
  expect(boundLookback(sliceColumns(history, 0, 0), '5m', opens(0), lookback)).toBeNull();
  expect(boundLookback(sliceColumns(history, 0, 20), '5m', opens(20), lookback)).toBeNull();
  expect(boundLookback(sliceColumns(history, 0, 80), '5m', opens(79) + (lookback + 1) * step, lookback)).toBeNull();
});

test('candles of which one did not come, the last or the first, are not what was bound', () => {
  const bound = { rows: 3, through: opens(9), hash: '' };
  const without = (row: number) =>
    pick(
      history,
      [...Array(12).keys()].filter((one) => one !== row),
    );
  expect(lookbackHashIn(sliceColumns(history, 7, 12), bound)).not.toBeNull();
  expect(lookbackHashIn(sliceColumns(history, 8, 12), bound)).toBeNull();
  expect(lookbackHashIn(without(9), bound)).toBeNull();
});

test('whichever candles come before the first round, what was bound is found in what the plan is settled on, and only there', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: lookback, max: 90 }),
      fc.integer({ min: 0, max: 6 }),
      fc.array(fc.boolean(), { minLength: 120, maxLength: 120 }),
      fc.nat(),
      (known, ahead, dropped, place) => {
        // After the known candles some come and some do not.
        const rows = [...history.openTime.keys()].filter((row) => row < known || !dropped[row]);
        const startsAt = opens(known - 1) + (ahead + 1) * step;
        const bound = boundLookback(sliceColumns(history, 0, known), '5m', startsAt, lookback);
        if (!bound) throw new Error('enough is known');
        const market = pick(history, rows);
        const first = rows.findIndex((row) => opens(row) >= startsAt);
        fc.pre(first !== -1);
        const settled = planCandles(someTerms, market, first);
        expect(lookbackHashIn(settled, bound)).toBe(bound.hash);
        const changed = { ...settled, close: settled.close.slice() };
        const end = settled.openTime.indexOf(bound.through);
        changed.close[end - (place % bound.rows)] = 1;
        expect(lookbackHashIn(changed, bound)).not.toBe(bound.hash);
        expect(lookbackHashIn(sliceColumns(settled, end + 1, settled.openTime.length), bound)).toBeNull();
      },
    ),
  );
});

function pick(columns: CandleColumns, rows: readonly number[]): CandleColumns {
  const column = (values: Float64Array) => Float64Array.from(rows, (row) => values[row] ?? Number.NaN);
  const { openTime, open, high, low, close, volume } = columns;
  return {
    openTime: column(openTime),
    open: column(open),
    high: column(high),
    low: column(low),
    close: column(close),
    volume: column(volume),
  };
}
