import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { daySeedsOf } from './day-seeds.ts';
import { tamperedWith } from './tampering.fixture.ts';
import { bytesFor, dayTranscriptOf, installedOn, isFixtureSigned, transcriptOf } from './transcript.fixture.ts';
import type { DayTranscript } from './transcript.ts';
import { verifyDay } from './verify-day.ts';

const genuine = dayTranscriptOf(installedOn + 3);
const fieldsOf = (day: DayTranscript) => verifyDay(day, isFixtureSigned).differences.map(({ field }) => field);

test('a day is recomputed from its key: all its seeds, its commitments and every round', () => {
  expect(verifyDay(genuine, isFixtureSigned)).toEqual({ matches: true, differences: [], paid: 281, void: 7 });
});

test('the day of the installation may begin with a later round, another day may not', () => {
  const first = dayTranscriptOf(installedOn);
  expect(verifyDay({ ...first, rounds: first.rounds.slice(100) }, isFixtureSigned).matches).toBe(true);
  expect(fieldsOf({ ...genuine, rounds: genuine.rounds.slice(1) })).toEqual(['rounds.first']);
  // The first day of a later chain is a whole one.
  expect(fieldsOf({ ...first, chain: 2, rounds: first.rounds.slice(100) })).toEqual(['rounds.first']);
  expect(fieldsOf({ ...first, chain: 2 })).toEqual([]);
});

test('a round that was left out, doubled, or is missing at the end is found', () => {
  const { rounds } = genuine;
  expect(fieldsOf({ ...genuine, rounds: rounds.toSpliced(50, 1) })).toContain('rounds[50].closing.round');
  expect(fieldsOf({ ...genuine, rounds: rounds.toSpliced(50, 0, rounds[50] ?? transcriptOf(1)) })).toContain(
    'rounds[51].closing.round',
  );
  expect(fieldsOf({ ...genuine, rounds: rounds.slice(0, -1) })).toContain('rounds.last');
  expect(fieldsOf({ ...genuine, rounds: [] })).toEqual(expect.arrayContaining(['rounds.last']));
});

test('every change of the day’s own fields is found', () => {
  const { rounds, ...own } = genuine;
  for (const { path, value } of tamperedWith(own, {})) {
    const named = fieldsOf({ ...value, rounds: rounds.slice(-2) }).filter((field) => field !== 'rounds.first');
    expect(named, path).not.toEqual([]);
  }
});

test('a round from seeds of another installation is found, though it is sound by itself', () => {
  const round = genuine.rounds[20]?.closing.round ?? 0;
  const forged = transcriptOf(round, { seeds: daySeedsOf(bytesFor('another installation')) });
  const named = fieldsOf({ ...genuine, rounds: genuine.rounds.with(20, forged) });
  expect(named).toEqual(['rounds[20].closing.tip', 'rounds[20].seed']);
});

test('a day from another master seed, consistent in itself, does not lead to the commitment of the installation', () => {
  const key = bytesFor('another master seed');
  const { tip, drawCommitment } = daySeedsOf(key);
  const rounds = genuine.rounds.map(({ closing: { round } }) =>
    transcriptOf(round, { seeds: daySeedsOf(key), orders: [] }),
  );
  expect(fieldsOf({ ...genuine, key: bytesToHex(key), tip, drawCommitment, rounds })).toEqual(['key']);
});
