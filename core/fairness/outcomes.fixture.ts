import { hexToBytes } from '@noble/hashes/utils.js';
import { digitsOf, sumOf } from '#core/rounds/categories.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import { daySeedsOf } from './day-seeds.ts';
import { type RoundResult, resultOf } from './result.ts';
import { bytesFor } from './transcript.fixture.ts';

/** Digits of a round’s result. */
type DigitRule = (result: RoundResult) => readonly number[];

/** The outcomes of whole days of rounds, numbered 0 to 999, each round with its own seed of the day’s chain. */
export function outcomesOf(name: string, days: number, rule: DigitRule = ({ digits }) => digits): Uint16Array {
  const outcomes = new Uint16Array(days * roundsPerDay);
  for (let day = 0; day < days; day++) {
    const { seeds } = daySeedsOf(bytesFor(`${name}, day ${day}`));
    const beacon = bytesFor(`${name}, beacon ${day}`);
    for (const [place, seed] of seeds.entries()) {
      const round = day * roundsPerDay + place;
      const [first = 0, second = 0, third = 0] = rule(resultOf(seed, round, beacon));
      outcomes[round] = first * 100 + second * 10 + third;
    }
  }
  return outcomes;
}

/** Remainders of the first three bytes, without rejection: 0 to 5 come 26 times in 256, 6 to 9 come 25 times. */
export const withoutRejection: DigitRule = ({ hmac }) => [...hexToBytes(hmac.slice(0, 6))].map((byte) => byte % 10);

/** Makes biased outcomes of fair ones. */
type Bias = (fair: Uint16Array) => Uint16Array;

const isBig = (outcome: number): boolean => sumOf(digitsOf(outcome)) >= 14;

/** Every `often`th outcome by a rule that sees the ones before. */
const sometimes =
  (often: number, rule: (outcome: number, before: number, at: number) => number): Bias =>
  (fair) => {
    const biased = Uint16Array.from(fair);
    for (let at = often; at < biased.length; at += often)
      biased[at] = rule(biased[at] as number, biased[at - 1] as number, at);
    return biased;
  };

/** Generators with a planted bias, each small enough to look fair at first sight. */
export const biasedGenerators: Readonly<Record<string, Bias>> = {
  'the outcome before again, one time in fifty': sometimes(50, (_outcome, before) => before),
  'big and small in turn, one time in twenty': sometimes(20, (outcome, before) =>
    isBig(outcome) === isBig(before) ? 999 - outcome : outcome,
  ),
  'no outcome below the one before, one time in ten': sometimes(10, (outcome, before) => Math.max(outcome, before)),
  'the first digit two rounds before': (fair) => {
    const biased = Uint16Array.from(fair);
    for (let at = 2; at < biased.length; at += 9)
      biased[at] = (biased[at - 2] as number) - ((biased[at - 2] as number) % 100) + ((biased[at] as number) % 100);
    return biased;
  },
  'triples left out one time in two': (fair) =>
    fair.map((outcome, at) => (outcome % 111 === 0 && at % 2 === 0 ? (outcome + 1) % 1_000 : outcome)),
  'a digit is not repeated within a round': (fair) => fair.map((outcome) => withoutPair(outcome)),
};

function withoutPair(outcome: number): number {
  const [first, second, third] = digitsOf(outcome);
  return third === second ? first * 100 + second * 10 + ((third + 1) % 10) : outcome;
}
