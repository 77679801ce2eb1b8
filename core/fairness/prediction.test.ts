import { createHash } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { type Digits, wins } from '#core/rounds/categories.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import { daySeedsOf } from './day-seeds.ts';
import { digitsFrom } from './rejection.ts';
import { resultOf } from './result.ts';
import { bytesFor } from './transcript.fixture.ts';

/** What everybody knows of a round before its seed is revealed: the worst case, with the beacon known as well. */
interface Published {
  readonly round: number;
  readonly tip: Uint8Array;
  readonly beacon: Uint8Array;
  readonly digest: Uint8Array;
  /** Seeds of the rounds before it on its day, newest first. */
  readonly revealed: readonly Uint8Array[];
  /** Digits of the round before. */
  readonly before: Digits;
}

/** Guesses the digits of a round from what is published. */
type Predictor = (known: Published) => Digits;

const hashed = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();
const three = (bytes: Uint8Array): Digits => digitsFrom(bytes, 3, hashed) as unknown as Digits;
const xor = (one: Uint8Array, other: Uint8Array): Uint8Array => one.map((byte, at) => byte ^ (other[at] ?? 0));
const newest = ({ revealed, tip }: Published): Uint8Array => revealed[0] ?? tip;

const predictors: Readonly<Record<string, Predictor>> = {
  'the digits before': ({ before }) => before,
  'digits of the tip': ({ tip }) => three(tip),
  'digits of the beacon': ({ beacon }) => three(beacon),
  'digits of the closing’s digest': ({ digest }) => three(digest),
  'digits of the newest seed': (known) => three(newest(known)),
  'the newest seed as the seed': (known) => resultOf(newest(known), known.round, known.beacon).digits,
  'the hash of the newest seed as the seed': (known) =>
    resultOf(hashed(newest(known)), known.round, known.beacon).digits,
  'the hash of the tip as the seed': ({ tip, round, beacon }) => resultOf(hashed(tip), round, beacon).digits,
  'the tip as the seed': ({ tip, round, beacon }) => resultOf(tip, round, beacon).digits,
  'newest seed and beacon mixed': (known) => three(xor(newest(known), known.beacon)),
  'the beacon as the seed': ({ round, beacon, digest }) => resultOf(beacon, round, digest).digits,
};

/** How a scheme makes a day: the tip that it publishes, and the seed of each round in order of use. */
type Scheme = (key: Uint8Array) => {
  readonly tip: Uint8Array;
  readonly seeds: readonly Uint8Array[];
  readonly result?: (seed: Uint8Array, round: number, beacon: Uint8Array) => Digits;
};

const ours: Scheme = (key) => {
  const { tip, seeds } = daySeedsOf(key);
  return { tip: hexToBytes(tip), seeds };
};

/** The chain used from its other end: each seed is the hash of the one before. */
const wrongEnd: Scheme = (key) => {
  const { tip, seeds } = daySeedsOf(key);
  return { tip: hexToBytes(tip), seeds: seeds.toReversed() };
};

/** The digits are taken from the commitment. */
const fromCommitment: Scheme = (key) => {
  const made = ours(key);
  return { ...made, result: () => three(made.tip) };
};

/** The seed does not count. */
const withoutSeed: Scheme = (key) => ({ ...ours(key), result: (_seed, _round, beacon) => three(beacon) });

const days = 70;

/** How often each predictor is right: all three digits, and big or small. */
function rightOf(scheme: Scheme): Map<string, { exact: number; big: number }> {
  const right = new Map(Object.keys(predictors).map((name) => [name, { exact: 0, big: 0 }]));
  for (let day = 0; day < days; day++) {
    const {
      tip,
      seeds,
      result = (seed, round, beacon) => resultOf(seed, round, beacon).digits,
    } = scheme(bytesFor(`prediction ${day}`));
    let before: Digits = [0, 0, 0];
    for (const [place, seed] of seeds.entries()) {
      const round = day * roundsPerDay + place;
      const [beacon, digest] = [bytesFor(`beacon ${round}`), bytesFor(`digest ${round} ${bytesToHex(tip)}`)];
      const digits = result(seed, round, beacon);
      const known = { round, tip, beacon, digest, revealed: seeds.slice(Math.max(0, place - 1), place), before };
      for (const [name, predict] of Object.entries(predictors)) {
        const guess = predict(known);
        const count = right.get(name) as { exact: number; big: number };
        if (guess.join() === digits.join()) count.exact++;
        if (wins('big', guess) === wins('big', digits)) count.big++;
      }
      before = digits;
    }
  }
  return right;
}

const rounds = days * roundsPerDay;

/** Predictors that are right more often than by chance: five standard deviations, so that eleven predictors give a false alarm once in 100,000 runs. */
function betterThanChance(scheme: Scheme): string[] {
  const above = (count: number, chance: number): boolean =>
    count - rounds * chance > 5 * Math.sqrt(rounds * chance * (1 - chance));
  return [...rightOf(scheme)].flatMap(([name, { exact, big }]) =>
    above(exact, 1 / 1_000) || above(big, 1 / 2) ? [name] : [],
  );
}

test('nothing that is published before the reveal predicts a result, even with the beacon known', () => {
  expect(rounds).toBeGreaterThan(20_000);
  expect(betterThanChance(ours)).toEqual([]);
});

test('schemes that leak are found by the same predictors', () => {
  expect(betterThanChance(wrongEnd)).toEqual(['the hash of the newest seed as the seed']);
  expect(betterThanChance(fromCommitment)).toEqual(expect.arrayContaining(['digits of the tip']));
  expect(betterThanChance(withoutSeed)).toEqual(['digits of the beacon']);
});
