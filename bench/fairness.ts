import { createHash, createHmac } from 'node:crypto';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { drawerOf } from '#core/draws/draw.ts';
import { prizeFor, prizeTable } from '#core/draws/prizes.ts';
import { type DrawTranscript, type PublishedEntry, verifyDraws } from '#core/draws/verify.ts';
import { daySeedsOf, drawCommitmentOf } from '#core/fairness/day-seeds.ts';
import { biasedGenerators, outcomesOf, withoutRejection } from '#core/fairness/outcomes.fixture.ts';
import { bigEndian, resultOf } from '#core/fairness/result.ts';
import { deviationMax, failedTests, statisticalTests } from '#core/fairness/statistics.fixture.ts';
import { bytesFor } from '#core/fairness/transcript.fixture.ts';
import { noUsdt } from '#core/money/amount.ts';
import { roundsPerDay } from '#core/rounds/schedule.ts';
import { print, race } from './report.ts';

const draws = 1_000_000;
const days = 34_723;
/** Rivals run a part of the work: theirs takes long enough. */
const rivalPart = 10;

await raceDraws();
await raceRounds();
testStatistics();

/** A member with a million entries: what a phone or `tools/verify` does with the file, reading apart. */
async function raceDraws(): Promise<void> {
  const seed = bytesFor('the seed of a day');
  const numberOf = drawerOf(seed);
  const username = 'Member0001';
  const clientSeed = '00112233445566778899aabbccddeeff';
  const entries = Array.from({ length: draws }, (_, place): PublishedEntry => {
    const number = numberOf({ username, clientSeed, entry: place + 1 });
    const prize = prizeFor(number, prizeTable);
    return { entry: place + 1, clientSeed, number, prize: prize?.id ?? null, amount: prize?.amount ?? noUsdt };
  });
  const commitment = drawCommitmentOf(seed);
  const transcript: DrawTranscript = {
    version: 1,
    day: 0,
    commitment,
    seed: bytesToHex(seed),
    username,
    prizes: prizeTable,
    entries,
  };
  const tampered = { ...transcript, entries: entries.with(draws - 1, { ...(entries[0] as PublishedEntry) }) };
  if (!verifyDraws(transcript).matches || verifyDraws(tampered).matches) throw new Error('the draws are not verified');
  const hmacAlone = (): void => {
    const message = Buffer.concat([hexToBytes(clientSeed), Buffer.alloc(8), Buffer.from('member0001')]);
    for (let entry = 1; entry <= draws / rivalPart; entry++) {
      message.writeUInt32BE(entry, 20);
      createHmac('sha256', seed).update(message).digest();
    }
  };
  await race({
    title: `${draws} entries of the daily draw, verified on one core`,
    unit: 'ms',
    better: 'lower',
    contenders: [
      { name: 'verifyDraws', run: () => milliseconds(() => verifyDraws(transcript)) },
      { name: 'the HMACs of node:crypto alone', run: () => milliseconds(hmacAlone) * rivalPart },
    ],
    goals: [{ figure: 3_000 }],
  });
}

/** A million rounds of whole days: each seed leads to the one before, and to its digits. */
async function raceRounds(): Promise<void> {
  const beacon = bytesFor('a beacon');
  const made = Array.from({ length: Math.ceil(draws / roundsPerDay) }, (_, day) => daySeedsOf(bytesFor(`day ${day}`)));
  const seeds = made.flatMap(({ seeds: own }) => own);
  const digits = seeds.map((seed, round) => resultOf(seed, round, beacon).digits.join(''));
  const verify = (): void => {
    for (const [round, seed] of seeds.entries()) {
      if (resultOf(seed, round, beacon).digits.join('') !== digits[round]) throw new Error(`round ${round}`);
    }
  };
  const rival = (): void => {
    for (const [round, seed] of seeds.slice(0, draws / rivalPart).entries()) {
      createHash('sha256').update(seed).digest();
      const message = Buffer.concat([bigEndian(round), beacon]);
      createHmac('sha256', seed).update(message).digest();
    }
  };
  await race({
    title: `${seeds.length} results of rounds, recomputed on one core`,
    unit: 'ms',
    better: 'lower',
    contenders: [
      { name: 'resultOf', run: () => milliseconds(verify) },
      { name: 'the hashes of node:crypto alone', run: () => milliseconds(rival) * rivalPart },
    ],
    goals: [{ figure: 3_000 }],
  });
}

function milliseconds(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Ten million results through all tests; each planted bias, over all of them, must fail. */
function testStatistics(): void {
  const outcomes = outcomesOf('bench', days);
  print(`\n${outcomes.length} results, ${statisticalTests.length} tests, at most ${deviationMax} standard deviations`);
  for (const { name, deviation } of statisticalTests) print(`  ${name.padEnd(24)} ${deviation(outcomes).toFixed(2)}`);
  const failed = failedTests(outcomes);
  if (failed.length > 0) throw new Error(`failed: ${failed.join(', ')}`);
  const planted: Readonly<Record<string, () => Uint16Array>> = {
    ...Object.fromEntries(Object.entries(biasedGenerators).map(([name, bias]) => [name, () => bias(outcomes)])),
    'no rejection': () => outcomesOf('bench', days, withoutRejection),
  };
  const names = Object.keys(planted);
  print(`\n${names.length} planted biases, each over all ${outcomes.length} results`);
  let missed = 0;
  for (const [name, make] of Object.entries(planted)) {
    const found = failedTests(make());
    print(`  planted: ${name}: ${found.length === 0 ? 'NOT FOUND' : found.join(', ')}`);
    if (found.length === 0) missed++;
  }
  print(`  ${names.length - missed} of ${names.length} planted biases found`);
  if (missed > 0) process.exitCode = 1;
}
