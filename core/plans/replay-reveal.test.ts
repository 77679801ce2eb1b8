import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { commitmentTo, drawDay, replayKeys } from '#core/market/replay-order.ts';
import type { ReplayMarket } from './market-binding.ts';
import { type PublishedReplay, revealOf } from './replay-reveal.ts';

const dayMs = 86_400_000;
const startsAt = 20_000 * dayMs;
const keys = replayKeys(new Uint8Array(32).fill(9), 60);
const commitment = commitmentTo(keys);
const recordedDays = Array.from({ length: 12 }, (_, day) => (100 + day) * dayMs);
const prices = recordedDays.map((_, day) => ({ open: 100 + day * 9, close: 104 + day * 7 }));
const keyOf = (day: number) => bytesToHex(keys[day] ?? new Uint8Array());

const bound: ReplayMarket = {
  source: 'replay',
  label: 'a recording',
  recording: 'ab',
  recordedDays: 12,
  commitment,
  startsAt,
  day: 30,
};
const published: PublishedReplay = {
  recording: 'ab',
  commitment,
  startsAt,
  recordedDays,
  prices,
  decimals: 2,
  revealed: { day: 40, key: keyOf(40) },
};
const noon = startsAt + 30 * dayMs + dayMs / 2;

test('a day that was played is drawn and scaled from the key, whichever later key it is', () => {
  const order: number[] = [];
  for (const key of keys) order.push(drawDay(key, 12, order));
  const reveal = revealOf(bound, published, noon, noon + 3_600_000);
  expect(reveal).toMatchObject({ state: 'revealed', days: [{ day: 30, recordedDay: recordedDays[order[30] ?? -1] }] });
  const [played] = reveal.state === 'revealed' ? reveal.days : [];
  const across = revealOf(bound, { ...published, revealed: { day: 31, key: keyOf(31) } }, noon, noon + dayMs);
  expect(across).toMatchObject({ state: 'revealed', days: [played, { day: 31 }] });
  const days = across.state === 'revealed' ? across.days : [];
  const [one, next] = days.map(({ recordedDay, rebase }) => ({
    ...prices[recordedDays.indexOf(recordedDay)],
    ...rebase,
  }));
  if (next?.isBreak === false)
    expect((next.open ?? 0) * next.factor).toBeCloseTo((one?.close ?? 0) * (one?.factor ?? 0), 9);
});

test('until the last day of the candles has been played, the reveal says when it will be', () => {
  const hidden = { state: 'hidden', until: startsAt + 31 * dayMs };
  expect(revealOf(bound, { ...published, revealed: { day: 29, key: keyOf(29) } }, noon, noon)).toEqual(hidden);
  expect(revealOf(bound, { ...published, revealed: null }, noon, noon)).toEqual(hidden);
  const overMidnight = revealOf(bound, { ...published, revealed: { day: 30, key: keyOf(30) } }, noon, noon + dayMs);
  expect(overMidnight).toEqual({ state: 'hidden', until: startsAt + 32 * dayMs });
});

test('another key, another replay and a shorter table are each found', () => {
  expect(revealOf(bound, { ...published, revealed: { day: 40, key: keyOf(41) } }, noon, noon)).toEqual({
    state: 'wrong',
  });
  const foreign: Partial<PublishedReplay>[] = [
    { recording: 'cd' },
    { commitment: keyOf(1) },
    { startsAt: startsAt - dayMs },
    { recordedDays: recordedDays.slice(1), prices: prices.slice(1) },
    { prices: prices.slice(1) },
  ];
  for (const change of foreign) {
    expect(revealOf(bound, { ...published, ...change }, noon, noon)).toEqual({ state: 'foreign' });
  }
});
