import { createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { tipFrom } from '#core/proofs/seed-chain.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import { beaconOpenTime, beaconValue, drandPlanFor, marketPlanFor } from './beacon.ts';
import { chainDays, daySeedsOf } from './day-seeds.ts';
import { isDrandSigned } from './drand.ts';
import { hmacSha256 } from './hmac.ts';
import { genuineRounds } from './quicknet.fixture.ts';
import { publishedAt, quicknet, roundAfter } from './quicknet.ts';
import { bigEndian, resultOf } from './result.ts';
import { bytesFor } from './transcript.fixture.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const hashed = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

test('a result is what its description says, computed by another HMAC and other arithmetic', () => {
  for (let round = 5_900_000; round < 5_900_300; round++) {
    const [seed, beacon] = [bytesFor(`seed ${round}`), bytesFor(`beacon ${round}`)];
    const message = Buffer.alloc(40);
    message.writeBigUInt64BE(BigInt(round));
    message.set(beacon, 8);
    const mac = createHmac('sha256', seed).update(message).digest();
    const digits = [...mac]
      .filter((byte) => byte < 250)
      .slice(0, 3)
      .map((byte) => byte % 10);
    expect(resultOf(seed, round, beacon)).toEqual({ hmac: mac.toString('hex'), digits });
  }
});

test('a number is written as eight bytes, beyond 2^32 as well', () => {
  for (const value of [0, 1, 2 ** 32 - 1, 2 ** 32, 2 ** 40 + 12_345, Number.MAX_SAFE_INTEGER]) {
    const bytes = Buffer.from(bigEndian(value));
    expect(bytes).toHaveLength(8);
    expect(bytes.readBigUInt64BE()).toBe(BigInt(value));
  }
});

test('seed, round and beacon each change the whole result', () => {
  const [seed, beacon] = [bytesFor('seed'), bytesFor('beacon')];
  const results = [
    resultOf(seed, 7, beacon),
    resultOf(bytesFor('other seed'), 7, beacon),
    resultOf(seed, 8, beacon),
    resultOf(seed, 7, bytesFor('other beacon')),
  ];
  expect(new Set(results.map(({ hmac }) => hmac)).size).toBe(4);
});

test('all seeds of a day follow from its key, and lead to what was published before it', () => {
  const key = bytesFor('key of a day');
  const { tip, seeds, drawSeed, drawCommitment } = daySeedsOf(key);
  expect(seeds).toHaveLength(roundsPerDay);
  const last = createHmac('sha256', key).update('clearlot rounds').digest();
  expect(hex(seeds[287] ?? key)).toBe(last.toString('hex'));
  for (const [place, seed] of seeds.entries()) expect(tipFrom(seed, place)).toBe(tip);
  expect(hex(drawSeed)).toBe(createHmac('sha256', key).update('clearlot draws').digest('hex'));
  expect(drawCommitment).toBe(hex(hashed(drawSeed)));
});

test('genuine signatures of quicknet are accepted for their round alone', () => {
  for (const { round, signature, randomness } of genuineRounds) {
    expect(isDrandSigned(round, signature)).toBe(true);
    expect(isDrandSigned(round + 1, signature)).toBe(false);
    expect(hex(beaconValue({ kind: 'drand', round, signature }))).toBe(randomness);
  }
});

test('malformed signatures are refused without an exception', () => {
  const { round, signature } = genuineRounds[0];
  const malformed = [
    '',
    'zz',
    signature.slice(2),
    `${signature}00`,
    signature.toUpperCase(),
    'f'.repeat(96),
    `c0${'0'.repeat(94)}`,
  ];
  for (const one of malformed) expect(isDrandSigned(round, one)).toBe(false);
  for (const one of [0, -1, 1.5, Number.NaN]) expect(isDrandSigned(one, signature)).toBe(false);
});

test('the drand round of a closing is the first that is published after it, to the millisecond', () => {
  expect(publishedAt(1)).toBe(quicknet.genesisMs);
  for (const round of [2, 123, 657_413]) {
    expect(roundAfter(publishedAt(round))).toBe(round + 1);
    expect(roundAfter(publishedAt(round) - 1)).toBe(round);
    expect(drandPlanFor(publishedAt(round) - 1)).toEqual({ kind: 'drand', chain: quicknet.chain, round });
  }
  expect(roundAfter(0)).toBe(1);
});

test('the market’s value is the hash of the named candles as the rule page writes them', () => {
  const candle = { openTime: 1_795_381_740_000, open: 1.5, high: 2.25, low: 1, close: 2, volume: 1_000.125 };
  const row = Buffer.alloc(48);
  for (const [place, value] of Object.values(candle).entries()) row.writeDoubleLE(value, place * 8);
  const bytes = Buffer.concat([Buffer.from('clearlot market 1\nBTC '), row, Buffer.from('ETH '), row]);
  const value = beaconValue({ kind: 'market', candles: ['BTC', 'ETH'].map((coin) => ({ coin, candle })) });
  expect(hex(value)).toBe(hex(hashed(bytes)));
  const endless = { ...candle, close: Number.POSITIVE_INFINITY };
  expect(() => beaconValue({ kind: 'market', candles: [{ coin: 'BTC', candle: endless }] })).toThrow(RangeError);
});

test('a market’s plan names each coin once, in order', () => {
  expect(marketPlanFor(['SOL', 'BTC', 'ETH'])).toEqual({ kind: 'market', coins: ['BTC', 'ETH', 'SOL'] });
  expect(marketPlanFor(['SOL', 'BTC'], 5)).toEqual({ kind: 'market', coins: ['BTC', 'SOL'], interval: '5m' });
  const many = Array.from({ length: 120 }, (_, place) => `COIN${1000 + place}`);
  expect(marketPlanFor(many)).toEqual({ kind: 'market', coins: many.slice(0, 100) });
  expect(() => marketPlanFor([])).toThrow(RangeError);
  expect(() => marketPlanFor(['BTC', 'BTC'])).toThrow(RangeError);
});

test('an HMAC takes keys up to a block, and messages of any length', () => {
  for (const [keyBytes, messageBytes] of [
    [0, 0],
    [1, 63],
    [32, 40],
    [63, 64],
    [64, 200],
  ] as const) {
    const [key, message] = [Buffer.alloc(keyBytes, 7), Buffer.alloc(messageBytes, 9)];
    expect(hex(hmacSha256(key, message))).toBe(createHmac('sha256', key).update(message).digest('hex'));
  }
  expect(() => hmacSha256(new Uint8Array(65), new Uint8Array())).toThrow(RangeError);
});

test('a market’s candles are the first that close after betting', () => {
  const at = (minute: number, second = 0) => Date.UTC(2026, 4, 1, 12, minute, second);
  expect([at(7), at(7, 59), at(8)].map((closesAt) => beaconOpenTime({}, closesAt))).toEqual([at(7), at(7), at(8)]);
  const five = [at(5), at(9, 59), at(10)].map((closesAt) => beaconOpenTime({ interval: '5m' }, closesAt));
  expect(five).toEqual([at(5), at(5), at(10)]);
});

test('a chain of day keys is used for a year, is published a month before, and would last for three', () => {
  expect(chainDays).toEqual({ used: 366, publishedBefore: 30, keys: 3 * 366 });
});
