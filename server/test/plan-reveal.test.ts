import { afterEach, beforeEach, expect, test } from 'vitest';
import { columnsOfRows } from '#core/market/columns.ts';
import { candlesFromRecording } from '#core/plans/replay-reveal.ts';
import { verifyPlan } from '#core/plans/verify.ts';
import { getPlanProof } from '#server/features/plans/get-plan-proof.ts';
import { minuteMs, openWorld, recordingStart, type World } from '#server/features/plans/plan-world.fixture.ts';
import { settlePlans } from '#server/features/plans/settle-plans.ts';
import { getReplayDay } from '#server/features/proofs/get-replay-day.ts';
import { dayMs } from '#server/market/market.fixture.ts';

let world: World;

beforeEach(async () => {
  world = await openWorld();
});

afterEach(() => world.close());

test('a proof reveals the days of its candles once they have been played, and the recorded days make these candles', async () => {
  const member = await world.member(1_000);
  const { id } = await world.place(member);
  world.clock.advance(120 * minuteMs);
  await settlePlans(world);
  const hidden = await getPlanProof(world, member, id);
  const midnight = recordingStart + 21 * dayMs;
  expect(hidden.reveal).toEqual({ state: 'hidden', until: midnight });
  expect(() => getReplayDay(world.market, { name: 'ETH', day: '20' })).toThrow('replayDayUnknown');

  world.clock.advance(midnight - world.clock.now());
  const proof = await getPlanProof(world, member, id);
  const candles = columnsOfRows(proof.candles);
  expect(verifyPlan({ ...proof, candles }).differences).toEqual([]);
  const { reveal, market, coin } = proof;
  if (reveal?.state !== 'revealed' || market.market.source !== 'replay') throw new Error('the days are revealed');
  const days = reveal.played.map(
    ({ day }) => [day, getReplayDay(world.market, { name: coin, day: `${day}` })] as const,
  );
  const recorded = new Map(days.map(([day, answer]) => [day, columnsOfRows(answer.candles)]));
  const span = { from: candles.openTime[0] ?? 0, to: candles.openTime.at(-1) ?? 0, interval: proof.terms.interval };
  expect(candlesFromRecording(market.market, coin, reveal, recorded, span)).toEqual(candles);

  const marketOf = (isLeft: (symbol: string) => boolean) => {
    const coins = world.market.coins.filter(({ symbol }) => isLeft(symbol));
    const published = (name: string) => {
      if (!coins.some(({ symbol }) => symbol === name)) throw new Error(`the market has no ${name}`);
      return world.market.published(name);
    };
    return { coins, published };
  };
  const alone = marketOf((symbol) => symbol === coin);
  expect(await getPlanProof({ ...world, market: alone }, member, id)).toEqual(proof);
  const without = marketOf((symbol) => symbol !== coin);
  expect(await getPlanProof({ ...world, market: without }, member, id)).toEqual({
    ...proof,
    reveal: { state: 'elsewhere' },
  });
});
