import { createHmac } from 'node:crypto';
import { bytesToHex } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { drawCommitmentOf } from '#core/fairness/day-seeds.ts';
import { tamperedWith } from '#core/fairness/tampering.fixture.ts';
import { bytesFor } from '#core/fairness/transcript.fixture.ts';
import { noUsdt, usdt } from '#core/money/amount.ts';
import { type DrawEntry, drawerOf, isClientSeed } from './draw.ts';
import { expectedValue, largestPrize, numbersOf, prizeFor, prizeTable, sumOfPrizes } from './prizes.ts';
import { type DrawTranscript, type PublishedEntry, verifyDraws } from './verify.ts';

const seed = bytesFor('the seed of a day');
const numberOf = drawerOf(seed);
const clientSeed = '00112233445566778899aabbccddeeff';

/** A genuine transcript; among many entries some win. */
function transcriptOf(count: number): DrawTranscript {
  const entries = Array.from({ length: count }, (_, place): PublishedEntry => {
    const own = place < 5 ? clientSeed : bytesToHex(bytesFor(`client seed ${place}`)).slice(0, 32);
    const number = numberOf({ username: 'Member0001', clientSeed: own, entry: place + 1 });
    const prize = prizeFor(number, prizeTable);
    return { entry: place + 1, clientSeed: own, number, prize: prize?.id ?? null, amount: prize?.amount ?? noUsdt };
  });
  const commitment = drawCommitmentOf(seed);
  return {
    version: 1,
    day: 20_779,
    commitment,
    seed: bytesToHex(seed),
    username: 'Member0001',
    prizes: prizeTable,
    entries,
  };
}

test('a number is what its description says, computed by another HMAC and other arithmetic', () => {
  for (let entry = 1; entry <= 300; entry++) {
    const message = Buffer.concat([Buffer.from(clientSeed, 'hex'), Buffer.alloc(8), Buffer.from('member0001')]);
    message.writeBigUInt64BE(BigInt(entry), 16);
    const mac = createHmac('sha256', seed).update(message).digest();
    const words = [0, 4, 8, 12].map((at) => mac.readUInt32BE(at)).filter((word) => word < 4_294_000_000);
    expect(numberOf({ username: 'Member0001', clientSeed, entry })).toBe((words[0] ?? 0) % 1_000_000);
  }
});

test('seed, client seed, entry and account each change the number; letter case of the account does not', () => {
  const entry: DrawEntry = { username: 'Member0001', clientSeed, entry: 1 };
  const numbers = [
    numberOf(entry),
    drawerOf(bytesFor('another day'))(entry),
    numberOf({ ...entry, clientSeed: clientSeed.replace('0', '1') }),
    numberOf({ ...entry, entry: 2 }),
    numberOf({ ...entry, username: 'Member0002' }),
  ];
  expect(new Set(numbers).size).toBe(5);
  expect(numberOf({ ...entry, username: 'MEMBER0001' })).toBe(numbers[0]);
});

test('a second account with the same client seed learns nothing of the first one’s entries', () => {
  const drawn = (username: string) =>
    Array.from({ length: 2_000 }, (_, at) => numberOf({ username, clientSeed, entry: at + 1 }));
  const [mine, theirs] = [drawn('Member0001'), drawn('member0002')];
  expect(mine.filter((number, at) => number === theirs[at]).length).toBeLessThan(3);
  const wonBoth = mine.filter(
    (number, at) => prizeFor(number, prizeTable) && prizeFor(theirs[at] ?? -1, prizeTable),
  ).length;
  // By chance 0.052^2 of 2,000, about 5.
  expect(wonBoth).toBeLessThan(20);
});

test('the prizes stand side by side, larger ones are rarer, and what they cost is their sum', () => {
  let next = 0;
  let sum = 0n;
  for (const [place, prize] of prizeTable.prizes.entries()) {
    expect(prize.from).toBe(next);
    expect(numbersOf(prize)).toBeGreaterThan(0);
    const before = prizeTable.prizes[place - 1];
    if (before) {
      expect(prize.amount < before.amount).toBe(true);
      expect(numbersOf(prize)).toBeGreaterThan(numbersOf(before));
    }
    next = prize.to + 1;
    for (let number = prize.from; number <= prize.to; number++) sum += prize.amount;
  }
  expect(next).toBeLessThan(prizeTable.numbers);
  expect(sumOfPrizes(prizeTable)).toBe(sum);
  // 5 x 1,000 + 100 x 100 + 2,000 x 10 + 50,000 x 1 USDT, over a million entries.
  expect(expectedValue(prizeTable)).toBe(85_000n);
  expect(largestPrize(prizeTable)).toBe(1_000_000_000n);
});

test('a prize begins and ends at its numbers', () => {
  const ids = [0, 4, 5, 104, 105, 2_104, 2_105, 52_104].map((number) => prizeFor(number, prizeTable)?.id);
  expect(ids).toEqual(['first', 'first', 'second', 'second', 'third', 'third', 'fourth', 'fourth']);
  for (const number of [52_105, 999_999, -1]) expect(prizeFor(number, prizeTable)).toBeNull();
});

test('a member’s day is recomputed from the revealed seed', () => {
  const transcript = transcriptOf(200);
  expect(transcript.entries.filter(({ prize }) => prize !== null).length).toBeGreaterThan(0);
  expect(verifyDraws(transcript)).toEqual({ matches: true, differences: [] });
  expect(verifyDraws({ ...transcript, entries: [] }).matches).toBe(true);
});

test('every tampered field is found and named', () => {
  const transcript = transcriptOf(60);
  const [first, ...rest] = transcript.entries;
  const choices = {
    'entries[].prize': ['first', 'second', 'third', 'fourth', null],
    // That the last entries were left out, only the member’s own count can show.
    entries: [rest, [first, ...transcript.entries], transcript.entries.toReversed()],
    // Names the day and is in nothing that is computed: its commitment was published under it.
    day: [],
    // Another number of the same table: only what was published before can show it.
    'prizes.version': [],
    'prizes.prizes[].id': ['first', 'second', 'third', 'fourth'],
  };
  const named = (path: string): RegExp => {
    if (path === 'commitment') return /^seed$/;
    if (path.startsWith('prizes')) return /^prizes$/;
    if (path === 'username' || path === 'entries') return /^entries/;
    if (path.endsWith('.clientSeed'))
      return new RegExp(`^${path.replace(/[[\]]/g, '\\$&').replace('clientSeed', '(clientSeed|number)')}$`);
    return new RegExp(`^${path.replace(/[[\]]/g, '\\$&')}$`);
  };
  let count = 0;
  for (const { path, value } of tamperedWith(transcript, choices)) {
    count++;
    const { matches, differences } = verifyDraws(value);
    const fields = differences.map(({ field }) => field);
    expect(matches, path).toBe(false);
    expect(
      fields.some((field) => named(path).test(field)),
      `${path}: ${fields.join(', ')}`,
    ).toBe(true);
  }
  expect(count).toBeGreaterThan(800);
});

test('a seed or client seed that is none is named, whatever was drawn with it is claimed to be', () => {
  const transcript = transcriptOf(3);
  const fieldsOf = (lie: DrawTranscript) => {
    const { matches, differences } = verifyDraws(lie);
    expect(matches).toBe(false);
    return differences.map(({ field }) => field);
  };
  for (const wrong of ['', 'z'.repeat(64), transcript.seed.slice(1), transcript.seed.toUpperCase()])
    expect(fieldsOf({ ...transcript, seed: wrong }), wrong).toEqual(['seed']);
  const [first, ...others] = transcript.entries;
  for (const number of [first?.number, null]) {
    const entry = { ...first, clientSeed: 'z'.repeat(32), number, prize: null, amount: noUsdt } as PublishedEntry;
    expect(fieldsOf({ ...transcript, entries: [entry, ...others] })).toEqual(['entries[0].clientSeed']);
  }
});

test('entries are held against what the named table has to be, and against its own prizes where it can be none', () => {
  const transcript = transcriptOf(60);
  expect(transcript.entries.some(({ prize }) => prize !== null)).toBe(true);
  const doubled = prizeTable.prizes.map((prize) => ({ ...prize, amount: usdt(2n * prize.amount) }));
  for (const prizes of [
    { ...prizeTable, prizes: doubled },
    { ...prizeTable, version: 0 },
  ])
    expect(verifyDraws({ ...transcript, prizes }).differences.map(({ field }) => field)).toEqual(['prizes']);
});

test('what can be a client seed', () => {
  for (const text of ['', clientSeed.slice(1), `${clientSeed}0`, clientSeed.toUpperCase(), 'z'.repeat(32)]) {
    expect(isClientSeed(text)).toBe(false);
  }
  expect(isClientSeed(clientSeed)).toBe(true);
});
