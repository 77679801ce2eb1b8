import { bytesToHex } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { closedCandlesSchema } from '#contract/closed-candles.ts';
import {
  dayTranscriptSchema,
  orderProofSchema,
  ordersPageSchema,
  roundTranscriptSchema,
} from '#contract/transcripts.ts';
import { prizeTable } from '#core/draws/prizes.ts';
import { daySeedsOf } from '#core/fairness/day-seeds.ts';
import { hmacSha256 } from '#core/fairness/hmac.ts';
import { type OrderLeaf, orderNode, orderTree } from '#core/fairness/orders.ts';
import { genuineRounds } from '#core/fairness/quicknet.fixture.ts';
import { publishedAt } from '#core/fairness/quicknet.ts';
import { digitsFrom, type NextBytes, numberFrom } from '#core/fairness/rejection.ts';
import {
  bytesFor,
  dayTranscriptOf,
  installedOn,
  ordersOf,
  type RoundOptions,
  transcriptOf,
} from '#core/fairness/transcript.fixture.ts';
import type { DayTranscript } from '#core/fairness/transcript.ts';
import { levelsOf, pathOf } from '#core/proofs/merkle-tree.ts';
import { type RoundNumber, roundAt, roundsPerDay } from '#core/rounds/schedule.ts';

const round = (installedOn + 2) * roundsPerDay + 100;

/** Rounds that pin one detail of the rules each. */
export const roundCases: Readonly<Record<string, () => unknown>> = {
  'round-empty.v1.json': () => encoded(round, { orders: [] }),
  'round-ids.v1.json': () => encoded(round + 1, { orders: ordersWithIds(round + 1) }),
  'round-5m.v1.json': () => encoded(round + 2, { candleMinutes: 5, orders: ordersOf(round + 2, 3) }),
  'round-drand.v1.json': drandRound,
  'round-blocks.v1.json': blocks,
  'round-unlisted.v1.json': () => encoded(round + 2, { orders: manyOrders, isListed: false }),
  'orders-first.v1.json': () => ordersPage(0, 5),
  'orders-rest.v1.json': () => ordersPage(5, manyOrders.length),
  'order.v1.json': orderPath,
  'day.v1.json': lastRoundsOfDay,
  'round-edges.v1.json': () => [...edgeSums.map((sum) => encoded(roundOfSum(sum), { orders: [] })), beforeDrand()],
};

/** Sums at which a category begins or ends. */
const edgeSums = [5, 6, 13, 14, 21, 22];

/** The first round of the day after whose digits come to that sum. */
function roundOfSum(sum: number): RoundNumber {
  const rounds = Array.from({ length: roundsPerDay }, (_, place) => (installedOn + 3) * roundsPerDay + place);
  const found = rounds.find((number) => transcriptOf(number, { orders: [] }).result?.sum === sum);
  if (found === undefined) throw new Error(`no round of that day comes to ${sum}`);
  return found;
}

/** A round that nobody closed, before drand began: it names drand's first round. */
function beforeDrand(): unknown {
  return encoded(roundAt(publishedAt(1)) - 2, {
    ...{ kind: 'drand', status: 'void', withoutBeacon: true, orders: [] },
    seeds: daySeedsOf(bytesFor('the key of a day in 2023')),
  });
}

/** Of a round whose transcript does not list them. */
const manyOrders = ordersOf(round + 2, 12);

function ordersPage(from: number, to: number): unknown {
  const leaves = manyOrders.slice(from, to);
  return z.encode(ordersPageSchema, { version: 1, round: round + 2, from, count: manyOrders.length, leaves });
}

/** The way of the last order of that round: its neighbour is missing. */
function orderPath(): unknown {
  const { closing, digest } = transcriptOf(round + 2, { orders: manyOrders });
  const leaves = manyOrders.map((order) => orderNode(round + 2, order));
  const { position, siblings } = pathOf(orderTree, levelsOf(orderTree, leaves), leaves.length - 1);
  const order = manyOrders[position];
  if (!order) throw new Error('there is no last order');
  return z.encode(orderProofSchema, { order, path: { position, siblings: siblings.map(bytesToHex) }, closing, digest });
}

function installationDay(): DayTranscript {
  const day = dayTranscriptOf(installedOn);
  return { ...day, rounds: day.rounds.slice(-9) };
}

/** The day of the installation, on which rounds begin late. */
function lastRoundsOfDay(): unknown {
  return z.encode(dayTranscriptSchema, installationDay());
}

/** The candles of the market that these rounds and those of `roundCases` depend on. */
export function candlesOf(rounds: readonly RoundNumber[]): unknown {
  const own = [
    ...[...rounds, round, round + 1, round + 2].map((number) => transcriptOf(number)),
    transcriptOf(round + 2, { candleMinutes: 5 }),
    ...edgeSums.map((sum) => transcriptOf(roundOfSum(sum))),
  ];
  const candles = [...own, ...installationDay().rounds].flatMap(({ beacon }) =>
    beacon?.kind === 'market' ? beacon.candles : [],
  );
  return z.encode(closedCandlesSchema, candles);
}

function encoded(number: RoundNumber, { isListed = true, ...options }: RoundOptions & { isListed?: boolean }): unknown {
  const transcript = transcriptOf(number, options);
  return z.encode(roundTranscriptSchema, isListed ? transcript : { ...transcript, orders: null });
}

/** Numbers of orders, ascending: as texts they would stand in another order, and as doubles the last two would be equal. */
const ids = [
  9n,
  10n,
  99n,
  100n,
  5_000_000_000n,
  60_000_000_000n,
  9_223_372_036_854_775_806n,
  9_223_372_036_854_775_807n,
];

function ordersWithIds(number: RoundNumber): OrderLeaf[] {
  return ordersOf(number, ids.length).map((order, place) => ({ ...order, id: ids[place] ?? order.id }));
}

/** A round whose betting closed in the millisecond in which drand published the round before the one that it takes. */
function drandRound(): unknown {
  const signed = genuineRounds.find((one) => one.round === 893);
  if (!signed) throw new Error('the genuine round is not there');
  const number = roundAt(publishedAt(signed.round - 1));
  return encoded(number, {
    kind: 'drand',
    beacon: { kind: 'drand', round: signed.round, signature: signed.signature },
    orders: ordersOf(number, 3),
    seeds: daySeedsOf(bytesFor('the key of a day in 2023')),
  });
}

const blockBytes = 32;

/**
 * Blocks that do not suffice, and the next one that their seed makes of them. They are made up: a seed of which one is genuine cannot be found.
 */
function blocks(): unknown {
  const seed = bytesFor('the seed of made-up blocks');
  const next: NextBytes = (block) => hmacSha256(seed, block);
  const known = (block: Uint8Array) => ({ block: bytesToHex(block), next: bytesToHex(next(block)) });
  return {
    version: 1,
    blocks: {
      seed: bytesToHex(seed),
      digits: [blockWith({ 4: 249, 31: 0 }), blockWith({ 17: 123 }), blockWith({})].map((block) => ({
        ...known(block),
        digits: digitsFrom(block, 3, next),
      })),
      numbers: [wordsWith({}), wordsWith({ 7: 4_293_999_999 }), wordsWith({ 2: 1_000_001, 3: 7 })].map((block) => ({
        ...known(block),
        number: numberFrom(block, prizeTable.numbers, next),
      })),
    },
  };
}

/** A block of which all bytes are passed over but those. */
function blockWith(bytes: Readonly<Record<number, number>>): Uint8Array {
  return Uint8Array.from({ length: blockBytes }, (_, place) => bytes[place] ?? 250 + (place % 6));
}

/** A block of which all groups of four bytes are passed over but those; between groups there are lower numbers. */
function wordsWith(words: Readonly<Record<number, number>>): Uint8Array {
  const view = new DataView(new ArrayBuffer(blockBytes));
  for (let place = 0; place < blockBytes / 4; place++) {
    view.setUint32(place * 4, words[place] ?? 4_294_000_000 + place * 1_000);
  }
  return new Uint8Array(view.buffer);
}
