import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { closedCandlesSchema } from '#contract/closed-candles.ts';
import { roundTranscriptSchema } from '#contract/transcripts.ts';
import { type Beacon, type BeaconCandle, drandPlanFor } from '#core/fairness/beacon.ts';
import type { OrderLeaf } from '#core/fairness/orders.ts';
import { installedOn, transcriptOf } from '#core/fairness/transcript.fixture.ts';
import type { RoundTranscript } from '#core/fairness/transcript.ts';
import { usdt } from '#core/money/amount.ts';
import { categories } from '#core/rounds/categories.ts';
import { roundsPerDay, timesOf } from '#core/rounds/schedule.ts';
import { hasPython } from './python.fixture.ts';
import { file, python, removeFiles } from './transcript-programs.fixture.ts';

afterAll(removeFiles);

const coins = ['BTC', 'ETH', 'SOL'];
const price = fc.double({ min: 1e-8, max: 1e6, noNaN: true });
/** A candle that a market can make. */
const prices = fc
  .record({
    open: price,
    close: price,
    one: price,
    other: price,
    volume: fc.double({ min: 0, max: 1e12, noNaN: true }),
  })
  .map(({ open, close, one, other, volume }) => {
    const all = [open, close, one, other];
    return { open, close, volume, high: Math.max(...all), low: Math.min(...all) };
  });
const bet = fc.record({
  category: fc.constantFrom(...categories),
  stake: fc.bigInt({ min: 1_000_000n, max: 10_000_000_000n }).map(usdt),
  salt: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToHex),
});
const ids = fc.uniqueArray(fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }), { maxLength: 12 });

const anyRound = fc.record({
  kind: fc.constantFrom('market', 'market', 'drand'),
  status: fc.constantFrom('paid', 'paid', 'void'),
  hasBeacon: fc.boolean(),
  isListed: fc.boolean(),
  /** Of nobody: the program does not check it, and signing takes long. */
  signature: fc.uint8Array({ minLength: 48, maxLength: 48 }).map(bytesToHex),
  candles: fc.tuple(prices, prices, prices),
  orders: fc
    .tuple(ids, fc.array(bet, { minLength: 12, maxLength: 12 }))
    .map(([numbers, bets]): OrderLeaf[] =>
      numbers
        .toSorted((one, other) => (one < other ? -1 : 1))
        .map((id, place) => ({ id, ...(bets[place] as (typeof bets)[number]) })),
    ),
});

type RandomRound = typeof anyRound extends fc.Arbitrary<infer Value> ? Value : never;

/** The round at a place of the sample, each eleven after the one before: of each the market has one candle. */
function transcriptFrom({ kind, status, hasBeacon, isListed, candles, orders, signature }: RandomRound, place: number) {
  const round = installedOn * roundsPerDay + 11 * place;
  const openTime = timesOf(round).closesAt;
  const beacon: BeaconCandle[] = coins.map((coin, at) => ({
    coin,
    candle: { openTime, ...(candles[at] as (typeof candles)[number]) },
  }));
  const transcript = transcriptOf(round, {
    kind,
    status,
    orders,
    ...(status === 'void' && !hasBeacon && { withoutBeacon: true }),
    beacon: kind === 'market' ? { kind, candles: beacon } : drandOf(round, signature),
  });
  return isListed ? transcript : { ...transcript, orders: null };
}

function drandOf(of: number, signature: string): Beacon {
  const plan = drandPlanFor(timesOf(of).closesAt);
  return { kind: 'drand', round: plan.kind === 'drand' ? plan.round : 0, signature };
}

const written = (transcripts: readonly RoundTranscript[]): unknown[] =>
  transcripts.map((one) => z.encode(roundTranscriptSchema, one));

test.skipIf(!hasPython)(
  'the program written from the rule page makes of 1,000 random rounds what the server’s code makes of them, to the last bit',
  async () => {
    const sample = fc.sample(anyRound, { numRuns: 1_000, seed: 12 }).map(transcriptFrom);
    const drawn = sample.filter(({ result }) => result !== null);
    expect(new Set(drawn.flatMap(({ result }) => result?.winners ?? [])).size).toBe(categories.length);
    expect(sample.filter(({ lateResult }) => lateResult !== null).length).toBeGreaterThan(50);
    const candles = sample.flatMap(({ beacon }) => (beacon?.kind === 'market' ? beacon.candles : []));
    const known = file(z.encode(closedCandlesSchema, candles), 'candles.json');
    expect(await python(file(written(sample)), '--candles', known)).toMatchObject({ status: 0 });

    // One bit of one of them is found.
    const place = sample.findIndex(({ beacon, result }) => beacon?.kind === 'market' && result !== null);
    const { beacon, ...other } = sample[place] as RoundTranscript;
    if (beacon?.kind !== 'market') throw new Error('there is no such round');
    const [first, ...rest] = beacon.candles as [BeaconCandle, ...BeaconCandle[]];
    const nudged = { ...first, candle: { ...first.candle, volume: first.candle.volume * (1 + Number.EPSILON) } };
    const changed = sample.with(place, { ...other, beacon: { kind: 'market', candles: [nudged, ...rest] } });
    const { status, output } = await python(file(written(changed)), '--candles', known);
    expect(status).toBe(1);
    expect(output).toContain(`[${place}].result.value:`);
    expect(output).toContain(`[${place}].market.BTC:`);
  },
);
