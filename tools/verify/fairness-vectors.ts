import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import * as z from 'zod/mini';
import { drawTranscriptSchema, roundTranscriptSchema } from '#contract/transcripts.ts';
import { drawerOf } from '#core/draws/draw.ts';
import { prizeFor, prizeTable } from '#core/draws/prizes.ts';
import type { DrawTranscript } from '#core/draws/verify.ts';
import { beaconValue } from '#core/fairness/beacon.ts';
import { closingText } from '#core/fairness/closing.ts';
import { hmacSha256 } from '#core/fairness/hmac.ts';
import { orderNode } from '#core/fairness/orders.ts';
import { genuineRounds } from '#core/fairness/quicknet.fixture.ts';
import { quicknet } from '#core/fairness/quicknet.ts';
import { bigEndian } from '#core/fairness/result.ts';
import {
  bytesFor,
  commitment,
  installedOn,
  keyOfDay,
  ordersOf,
  seedsOfDay,
  transcriptOf,
} from '#core/fairness/transcript.fixture.ts';
import { columnsOf } from '#core/market/candle.ts';
import { noUsdt } from '#core/money/amount.ts';
import { candleBytes } from '#core/plans/candle-hash.ts';
import { waveOf } from '#core/rounds/categories.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import { candlesOf, roundCases } from './round-cases.ts';

const day = installedOn + 2;
/** The first round of the day of which a byte is passed over, and on which a colour has won. */
const round = exampleRound();
const orders = ordersOf(round, 13);

/** Worked examples of rounds and draws: transcripts as they are downloaded, and what one of them is made of. */
export const fairnessVectors: Readonly<Record<string, () => unknown>> = {
  'round.v1.json': () => z.encode(roundTranscriptSchema, transcriptOf(round, { orders })),
  'round-void.v1.json': () => z.encode(roundTranscriptSchema, transcriptOf(round + 1, { orders, status: 'void' })),
  'draws.v1.json': draws,
  'fairness.v1.json': worked,
  ...roundCases,
  'candles.v1.json': () => candlesOf([round, round + 1]),
};

function exampleRound(): number {
  const isExample = (number: number): boolean => {
    const { result } = transcriptOf(number, { orders: [] });
    const isPassedOver = hexToBytes(result?.hmac ?? '')
      .subarray(0, 3)
      .some((byte) => byte >= 250);
    return isPassedOver && waveOf(result?.sum ?? 0) !== null;
  };
  const place = Array.from({ length: roundsPerDay }, (_, at) => at).find((at) => isExample(day * roundsPerDay + at));
  if (place === undefined) throw new Error('no round of the day is an example');
  return day * roundsPerDay + place;
}

/** A client seed with which the first four bytes of this entry are passed over. */
function passedOver(seed: Uint8Array, username: string, entry: number): string {
  for (let attempt = 0; ; attempt++) {
    const own = bytesFor(`own seed, attempt ${attempt}`).subarray(0, 16);
    const name = utf8ToBytes(username.toLowerCase());
    const block = hmacSha256(seed, Uint8Array.of(...own, ...bigEndian(entry), ...name));
    if (new DataView(block.buffer).getUint32(0) >= 4_294_000_000) return bytesToHex(own);
  }
}

function draws(): unknown {
  const { drawSeed, drawCommitment } = seedsOfDay(day);
  const numberOf = drawerOf(drawSeed);
  const username = 'Member0001';
  const changed = passedOver(drawSeed, username, 27);
  const entries = Array.from({ length: 40 }, (_, place) => {
    const entry = place + 1;
    const clientSeed = place < 20 ? bytesToHex(bytesFor('own seed')).slice(0, 32) : changed;
    const number = numberOf({ username, clientSeed, entry });
    const prize = prizeFor(number, prizeTable);
    return { entry, clientSeed, number, prize: prize?.id ?? null, amount: prize?.amount ?? noUsdt };
  });
  const transcript: DrawTranscript = {
    version: 1,
    day,
    commitment: drawCommitment,
    seed: bytesToHex(drawSeed),
    username,
    prizes: prizeTable,
    entries,
  };
  return z.encode(drawTranscriptSchema, transcript);
}

/** The steps of `round.v1.json`, and a genuine signature of quicknet. */
function worked(): unknown {
  const { closing, seed, beacon, result } = transcriptOf(round, { orders });
  if (beacon?.kind !== 'market') throw new Error('the worked example is on the market');
  const { seeds, drawSeed } = seedsOfDay(day);
  const value = beaconValue(beacon);
  const [first] = beacon.candles;
  const [signed] = genuineRounds;
  const hexOf = (bytes: Uint8Array | undefined): string => bytesToHex(bytes ?? new Uint8Array());
  return {
    installation: { firstDay: installedOn, commitment },
    day: {
      day,
      key: bytesToHex(keyOfDay(day)),
      firstSeed: hexOf(seeds[0]),
      lastSeed: hexOf(seeds.at(-1)),
      drawSeed: bytesToHex(drawSeed),
    },
    leaves: orders.map((order) => bytesToHex(orderNode(round, order))),
    closing: closingText(closing),
    firstCandleInHex: first && bytesToHex(candleBytes(columnsOf([first.candle]))),
    beaconPrefixInHex: bytesToHex(utf8ToBytes('clearlot market 1\n')),
    value: bytesToHex(value),
    seed,
    message: bytesToHex(bigEndian(round)) + bytesToHex(value),
    hmacBytes: [...hexToBytes(result?.hmac ?? '')],
    digits: result?.digits,
    drand: {
      chain: quicknet.chain,
      publicKey: quicknet.publicKey,
      round: signed.round,
      signature: signed.signature,
      value: signed.randomness,
    },
  };
}
