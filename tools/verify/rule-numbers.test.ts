import { createHmac, hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { newestRoots, rootsPerPage } from '#contract/proofs.ts';
import { drawNumbers, prizeTable } from '#core/draws/prizes.ts';
import { daySeedsOf } from '#core/fairness/day-seeds.ts';
import { orderNode, orderTree } from '#core/fairness/orders.ts';
import { quicknet, roundAfter } from '#core/fairness/quicknet.ts';
import { digitsFrom, numberFrom } from '#core/fairness/rejection.ts';
import { factorMax } from '#core/market/replay.ts';
import { distinctDays } from '#core/market/replay-order.ts';
import { toDecimal, usdt } from '#core/money/amount.ts';
import { emptyNodes, marksOf, sumMax } from '#core/proofs/balance-tree.ts';
import { statementText } from '#core/proofs/root-feed.ts';
import { chainDaysMax } from '#core/proofs/seed-chain.ts';
import { outcomeCount, waveSums, winningOutcomes } from '#core/rounds/categories.ts';
import { charityParts } from '#core/rounds/payout.ts';
import { bettingMs, roundMs, roundsPerDay, voidMs } from '#core/rounds/schedule.ts';
import { vectorsFolder } from './vectors.ts';

const folder = new URL('../../server/features/content/texts/rule/', import.meta.url);
const pages = new Map(
  readdirSync(folder)
    .filter((name) => /^\d+-exact-/.test(name))
    .map((name) => [name.slice(name.indexOf('exact-')), readFileSync(new URL(`${name}/en.md`, folder), 'utf8')]),
);
const programs = readdirSync(vectorsFolder)
  .filter((name) => name.endsWith('.py'))
  .map((name) => readFileSync(new URL(name, vectorsFolder), 'utf8'))
  .join('\n');

const number = /(?<![\w.-])(?:0x[0-9a-f]+|\d[\d_]*(?:\.\d+)?(?:e\d+)?)(?![\w])/gi;
const numbersIn = (text: string): number[] => (text.match(number) ?? []).map((one) => Number(one.replaceAll('_', '')));

/** Numbers of formulas that no program needs, from what the code says of them. */
const ofTheCode: readonly number[] = [
  ...[voidMs, roundsPerDay - 1, chainDaysMax - 1, rootsPerPage, newestRoots],
  ...Object.values(winningOutcomes),
  // The largest sum of three digits.
  27,
  ...prizeTable.prizes.flatMap(({ from, to }) => [from, to]),
];

/** Numbers of standards, of examples of how something is written, and of the last of eight groups of four bytes. */
const ofTheWords: readonly number[] = [754, 8785, 8601, 8032, 9380, 1.9, 99, 28];

test('every number of the exact rules stands in the programs that follow them, or is one of the code', () => {
  const known = new Set([...numbersIn(programs), ...ofTheCode, ...ofTheWords]);
  const lines = [...pages].flatMap(([page, text]) =>
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => ({ page, line: line.replaceAll(/\{[\w.]+\}/g, '') })),
  );
  expect(lines.length).toBeGreaterThan(300);
  const unknown = lines.flatMap(({ page, line }) =>
    numbersIn(line)
      .filter((one) => !known.has(one))
      .map((one) => `${page}: ${one} in ${line}`),
  );
  expect(unknown).toEqual([]);
});

test.each([
  ['exact-rounds', `round   = floor(opening / ${roundMs}) `],
  ['exact-rounds', `closing = opening + ${bettingMs} `],
  ['exact-rounds', `result  = opening + ${roundMs} `],
  ['exact-rounds', `void    = opening + ${voidMs} `],
  ['exact-rounds', `day     = floor(round / ${roundsPerDay}); place = round mod ${roundsPerDay}`],
  ['exact-rounds', `winning = floor(stake * ${outcomeCount} / k); charity = floor(winning / ${charityParts}); paid`],
  [
    'exact-rounds',
    `big, small, odd, even ${winningOutcomes.big}; extremeBig, extremeSmall ${winningOutcomes.extremeBig};`,
  ],
  [
    'exact-rounds',
    `triple ${winningOutcomes.triple}; green, blue ${winningOutcomes.green}; red ${winningOutcomes.red}`,
  ],
  ['exact-rounds', `green ${waveSums.green.join(' ')}; blue ${waveSums.blue.join(' ')}; red ${waveSums.red.join(' ')}`],
  ['exact-rounds', `chain ${quicknet.chain} (quicknet)`],
  ['exact-rounds', `with the tag ${quicknet.domain}`],
  ['exact-rounds', `    ${quicknet.publicKey}`],
  ['exact-rounds', `(round of drand - 1) * ${quicknet.periodMs} or later`],
  ['exact-rounds', `prizes of version ${prizeTable.version}: ${prizesText()}`],
  ['exact-replay', `days 0 to ${chainDaysMax - 1}`],
  ['exact-replay', `x if ${1 / factorMax} <= x <= ${factorMax}, else 1`],
  ['exact-tree', `SHA-256(0x0${marksOf(2).leafMark}, salt, sums of the part, name)`],
  ['exact-tree', `SHA-256(0x0${marksOf(2).nodeMark}, left hash, left sums, right hash, right sums)`],
  ['exact-tree', `0 to 2^${sumMax.toString(2).length} - 1`],
])('the page %s says: %s', (page, said) => {
  expect(pages.get(page)).toContain(said);
});

function prizesText(): string {
  const one = ({ id, amount, from, to }: (typeof prizeTable.prizes)[number]) =>
    `${id} ${Number(toDecimal('USDT', amount))} USDT: ${from} to ${to}`;
  return prizeTable.prizes.map(one).join('; ');
}

/** What a page says in the place of the only group. */
function saidBy(page: string, pattern: RegExp): string {
  const found = pattern.exec(pages.get(page) ?? '')?.[1];
  if (found === undefined) throw new Error(`${page} does not say ${pattern}`);
  return found;
}

const sha256 = (...parts: readonly Uint8Array[]): string => hash('sha256', concatBytes(...parts));
const key = new Uint8Array(32).fill(9);
const hmac = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
const none = (): never => {
  throw new Error('these bytes should suffice');
};

test('seeds and orders are hashed under the prefixes and marks that the page names', () => {
  const { seeds, drawSeed } = seedsInHex();
  expect(seeds.at(-1)).toBe(hmac(saidBy('exact-rounds', /seed\[287\] {3}= HMAC-SHA-256\(key\[d\], "([^"]+)"\)/)));
  expect(drawSeed).toBe(hmac(saidBy('exact-rounds', /drawSeed {4}= HMAC-SHA-256\(key\[d\], "([^"]+)"\)/)));
  const mark = (pattern: RegExp) => Uint8Array.of(Number(saidBy('exact-rounds', pattern)));
  const salt = '5a'.repeat(32);
  const leaf = orderNode(7, { id: '10', category: 'red', stake: usdt(1_500_000n), salt } as never);
  const text = utf8ToBytes('round 7 order 10 red 1.500000');
  expect(hexOf(leaf)).toBe(sha256(mark(/leaf {3}= SHA-256\((0x\d\d), salt/), hexToBytes(salt), text));
  expect(hexOf(orderTree.empty)).toBe(sha256(mark(/empty = SHA-256\((0x\d\d)\)/)));
  expect(hexOf(orderTree.parent(leaf, leaf))).toBe(
    sha256(mark(/node {3}= SHA-256\((0x\d\d), left, right\)/), leaf, leaf),
  );
  const empty = Uint8Array.of(Number(saidBy('exact-tree', /empty = SHA-256\((0x\d\d)\)/)));
  expect(hexOf(emptyNodes[2].hash)).toBe(sha256(empty));
});

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function seedsInHex() {
  const { seeds, drawSeed } = daySeedsOf(key);
  return { seeds: seeds.map(hexOf), drawSeed: hexOf(drawSeed) };
}

test('bytes and groups of four are passed over from the numbers on that the page names', () => {
  const below = Number(saidBy('exact-rounds', /below (\d+), each mod 10/));
  expect(digitsFrom(Uint8Array.of(below, below - 1, 0), 2, none)).toEqual([(below - 1) % 10, 0]);
  const limit = Number(saidBy('exact-rounds', /below (\d+), mod 1000000/));
  const words = new DataView(new ArrayBuffer(8));
  words.setUint32(0, limit);
  words.setUint32(4, limit - 1);
  expect(numberFrom(new Uint8Array(words.buffer), drawNumbers, none)).toBe((limit - 1) % drawNumbers);
});

test('the round of drand, the days that do not come again, and the name of a statement are those of the page', () => {
  const rule = /max\(1, floor\(\(closing - (?<genesis>\d+)\) \/ (?<period>\d+)\) \+ (?<more>\d+)\)/;
  const { genesis, period, more } = rule.exec(pages.get('exact-rounds') ?? '')?.groups ?? {};
  for (const closing of [0, quicknet.genesisMs, quicknet.genesisMs + 2_999, 1_800_000_240_000]) {
    const said = Math.max(1, Math.floor((closing - Number(genesis)) / Number(period)) + Number(more));
    expect(roundAfter(closing)).toBe(said);
  }
  const [, times = '', by = ''] = /K = floor\((\d) \* N \/ (\d)\)/.exec(pages.get('exact-replay') ?? '') ?? [];
  for (const days of [1, 2, 3, 29, 30, 31]) {
    expect(distinctDays(days)).toBe(Math.floor((Number(times) * days) / Number(by)));
  }
  const statement = { number: 1, at: 0, members: 0, root: '', total: usdt(0n), house: [], previous: '', key: '' };
  const [first] = statementText(statement as never).split('\n');
  expect(saidBy('exact-tree', /version 1: "([^"]+)"/)).toBe(first);
});
