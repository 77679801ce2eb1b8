import { hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { columnsOfRows, rowsOf } from '#core/market/columns.ts';
import { drawDay } from '#core/market/replay-order.ts';
import type { ReplayMarket } from './market-binding.ts';
import {
  candlesFromRecording,
  type PlanReveal,
  type PublishedReplay,
  type RevealedDays,
  revealFaults,
  revealOf,
} from './replay-reveal.ts';
import { replayedCoin, replayWorld } from './replay-world.fixture.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const world = replayWorld();
const { startsAt, publishedAfter, keyOf } = world;
/** Within day 4 of the replay, and from there into day 5. */
const evening = { from: startsAt + 4 * dayMs + 22 * 3_600_000, to: startsAt + 4 * dayMs + 23 * 3_600_000 };
const overMidnight = { from: evening.from, to: startsAt + 5 * dayMs + 3_600_000 };
const bound = world.boundAt(evening.from);

function revealed(span: typeof evening): RevealedDays {
  const reveal = revealOf(bound, replayedCoin, publishedAfter(12), span);
  if (reveal?.state !== 'revealed') throw new Error('the days of this test are revealed');
  return reveal;
}

const faultsOf = (reveal: PlanReveal | null, market: ReplayMarket = bound) =>
  revealFaults(market, replayedCoin, reveal, overMidnight).map(({ field }) => field);

test('a day that was played is drawn and scaled from the key, the same one whenever it is asked for', () => {
  const order: number[] = [];
  for (let day = 0; day <= 5; day++) order.push(drawDay(hexToBytes(keyOf(day)), 6, order));
  const reveal = revealed(overMidnight);
  expect(reveal.played.map(({ day, origin }) => [day, origin])).toEqual([
    [4, order[4]],
    [5, order[5]],
  ]);
  expect(reveal.key).toBe(keyOf(5));
  expect(revealOf(bound, replayedCoin, publishedAfter(5), overMidnight)).toEqual(reveal);
  expect(revealed(evening).played).toEqual(reveal.played.slice(0, 1));
  const [one, next] = reveal.played.map(({ origin, factor }) => ({ ...reveal.days[origin], factor }));
  expect((next?.open ?? 0) * (next?.factor ?? 0)).toBeCloseTo((one?.close ?? 0) * (one?.factor ?? 0), 9);
  expect(faultsOf(reveal)).toEqual([]);
});

test('until the last day of the candles has been played, the reveal says when it will be', () => {
  const hiddenAfter = (day: number, span: typeof evening) => revealOf(bound, replayedCoin, publishedAfter(day), span);
  expect(hiddenAfter(3, evening)).toEqual({ state: 'hidden', until: startsAt + 5 * dayMs });
  expect(hiddenAfter(-1, evening)).toEqual({ state: 'hidden', until: startsAt + 5 * dayMs });
  expect(hiddenAfter(4, overMidnight)).toEqual({ state: 'hidden', until: startsAt + 6 * dayMs });
  expect(faultsOf({ state: 'hidden', until: startsAt + 6 * dayMs })).toEqual([]);
  expect(faultsOf({ state: 'hidden', until: startsAt + 7 * dayMs })).toEqual(['until']);
});

test('a plan of another replay is revealed elsewhere, one of an exchange never', () => {
  const published = publishedAfter(12);
  const foreign: (PublishedReplay | null)[] = [
    { ...published, recording: 'cd'.repeat(32) },
    { ...published, commitment: keyOf(1) },
    { ...published, startsAt: startsAt - dayMs },
    null,
  ];
  for (const other of foreign) expect(revealOf(bound, replayedCoin, other, evening)).toEqual({ state: 'elsewhere' });
  const live = { source: 'exchange', label: 'Binance', exchange: 'binance', instrument: 'ETH/USDT' } as const;
  expect(revealOf(live, replayedCoin, published, evening)).toBeNull();
  expect(revealFaults(live, replayedCoin, null, evening)).toEqual([]);
  expect(revealFaults(live, replayedCoin, { state: 'elsewhere' }, evening)).toMatchObject([{ field: 'state' }]);
  expect(faultsOf(null)).toEqual(['state']);
});

describe('a reveal with one value changed', () => {
  const honest = revealed(overMidnight);
  const replaced = <Item>(list: readonly Item[], place: number, change: Partial<Item>): Item[] =>
    list.map((item, at) => (at === place ? { ...item, ...change } : item));
  const other = 'e'.repeat(64);
  const lies: [string, RevealedDays][] = [
    ['key', { ...honest, key: keyOf(4) }],
    ['key', { ...honest, key: other }],
    ['coins', { ...honest, coins: replaced(honest.coins, 0, { hash: other }) }],
    ['coins', { ...honest, coins: replaced(honest.coins, 0, { coin: 'ADA' }) }],
    ['coins', { ...honest, coins: replaced(honest.coins, 1, { decimals: 3 }) }],
    ['coins', { ...honest, coins: honest.coins.slice(1) }],
    ['days', { ...honest, coins: honest.coins.slice(0, 1) }],
    ['days', { ...honest, coins: replaced(honest.coins, 1, { hash: other }) }],
    ['days', { ...honest, days: replaced(honest.days, 2, { hash: other }) }],
    ['days', { ...honest, days: replaced(honest.days, 2, { open: 1 }) }],
    ['days', { ...honest, days: replaced(honest.days, 2, { close: 1 }) }],
    ['days', { ...honest, days: replaced(honest.days, 5, { midnight: 0 }) }],
    ['days', { ...honest, days: honest.days.slice(0, -1) }],
    ['played', { ...honest, played: replaced(honest.played, 0, { day: 3 }) }],
    ['played', { ...honest, played: replaced(honest.played, 0, { origin: 9 }) }],
    ['played', { ...honest, played: replaced(honest.played, 1, { factor: 1.5 }) }],
    ['played', { ...honest, played: honest.played.slice(1) }],
    ['played', { ...honest, played: honest.played.slice(0, -1) }],
    ['played', { ...honest, played: [...honest.played, ...honest.played] }],
  ];
  test.each(lies)('is found in its %s', (field, lie) => {
    expect(faultsOf(lie)).toContain(field);
  });
  test('or of a plan that was bound to another market', () => {
    expect(faultsOf(honest, { ...bound, recording: other })).toEqual(['coins']);
    expect(faultsOf(honest, { ...bound, recordedDays: 7 })).toEqual(['days']);
    expect(faultsOf(honest, { ...bound, commitment: other })).toEqual(['key']);
  });
});

test('the recorded days make the candles that were played, and no others', () => {
  const used = world.candles('5m', evening.from, 60);
  const span = { from: used.openTime[0] ?? 0, to: used.openTime.at(-1) ?? 0 };
  const reveal = revealed(span);
  expect(reveal.played).toHaveLength(2);
  expect(reveal.played.some(({ factor }) => factor !== 1)).toBe(true);
  const recorded = new Map(reveal.played.map(({ day }) => [day, world.recorded(day)]));
  const made = candlesFromRecording(bound, replayedCoin, reveal, recorded, { interval: '5m', ...span });
  expect(made && rowsOf(made)).toEqual(rowsOf(used));
  const [[day = 0, rows = columnsOfRows([])] = []] = recorded;
  const changed = columnsOfRows(
    rowsOf(rows).map((row, at) =>
      at === rows.openTime.length - 1 ? [...row.slice(0, 4), (row[4] ?? 0) + 1, 0] : row,
    ) as never,
  );
  const forged = candlesFromRecording(bound, replayedCoin, reveal, new Map([...recorded, [day, changed]]), {
    interval: '5m',
    ...span,
  });
  expect(forged && rowsOf(forged)).not.toEqual(rowsOf(used));
  expect(candlesFromRecording(bound, replayedCoin, reveal, new Map(), { interval: '5m', ...span })).toBeNull();
  const foreign = { ...bound, commitment: keyOf(1) };
  expect(candlesFromRecording(foreign, replayedCoin, reveal, recorded, { interval: '5m', ...span })).toBeNull();
});

test('the last candle of a day is made of the minutes of that day alone', () => {
  const used = world.candles('5m', startsAt + 4 * dayMs + 23 * hourMs, 12);
  const span = { from: used.openTime[0] ?? 0, to: used.openTime.at(-1) ?? 0 };
  expect(span.to).toBe(startsAt + 5 * dayMs - 5 * 60_000);
  const reveal = revealed(span);
  const recorded = new Map([[4, world.recorded(4)]]);
  const made = candlesFromRecording(bound, replayedCoin, reveal, recorded, { interval: '5m', ...span });
  expect(made && rowsOf(made)).toEqual(rowsOf(used));
});
