import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { dayTranscriptSchema, prizeTableSchema, roundTranscriptSchema } from '#contract/transcripts.ts';
import { type PrizeTable, prizeFor, prizesText, prizeTable, tableOf } from '#core/draws/prizes.ts';
import { quicknet } from '#core/fairness/quicknet.ts';
import { tamperedWith } from '#core/fairness/tampering.fixture.ts';
import { dayTranscriptOf, installedOn, ordersOf, transcriptOf } from '#core/fairness/transcript.fixture.ts';
import type { RoundTranscript } from '#core/fairness/transcript.ts';
import { noUsdt, toDecimal, usdt } from '#core/money/amount.ts';
import { categories, waveSums, winningOutcomes } from '#core/rounds/categories.ts';
import { bettingMs, roundMs, roundsPerDay, voidMs } from '#core/rounds/schedule.ts';
import { fairnessVectors } from './fairness-vectors.ts';
import type { MadeUpBlocks } from './made-up-blocks.ts';
import { hasPython } from './python.fixture.ts';
import {
  asCommand,
  candles,
  file,
  nowhere,
  ours,
  programs,
  python,
  removeFiles,
  vector,
} from './transcript-programs.fixture.ts';

afterAll(removeFiles);

const round = vector('round.v1.json');
const notByThemselves = ['fairness.v1.json', 'candles.v1.json', 'orders-first.v1.json', 'orders-rest.v1.json'];
const files = Object.keys(fairnessVectors).filter((name) => !notByThemselves.includes(name));

test.each(files)('%s is sound, as it is and as a server’s whole response', async (name) => {
  for (const program of programs) {
    expect(await program(file(vector(name)), ...candles)).toMatchObject({ status: 0 });
    expect(await program(file({ status: true, info: '', url: vector(name) }), ...candles)).toMatchObject({ status: 0 });
  }
});

test('a day is sound, its rounds without their orders, and a round that was left out is found', async () => {
  const day = dayTranscriptOf(installedOn + 1);
  for (const program of programs) {
    expect(await program(file(z.encode(dayTranscriptSchema, day))), String(program)).toMatchObject({ status: 3 });
    const without = await program(file(z.encode(dayTranscriptSchema, { ...day, rounds: day.rounds.toSpliced(9, 1) })));
    expect(without.status).toBe(1);
    expect(without.output).toContain('rounds');
  }
});

test('a file of several rounds is not sound where one of them is not, whatever was not compared in the others', async () => {
  for (const program of programs) {
    expect(await program(file([round]))).toMatchObject({ status: 3 });
    const { status, output } = await program(file([round, { ...round, digest: 'ab'.repeat(32) }]));
    expect(status).toBe(1);
    expect(output).toContain('digest:');
  }
});

test('what was kept of the published values is held against the file', async () => {
  const digest = String(round.digest);
  expect(asCommand(ours, file(round), '--digest', digest, ...candles)).toMatchObject({ status: 0 });
  const other = asCommand(ours, file(round), '--digest', 'ab'.repeat(32), ...candles);
  expect(other).toMatchObject({ status: 1 });
  expect(other.output).toContain(`digest: ${digest}, computed ${'ab'.repeat(32)} (kept)`);
  expect((await ours(file(round), '--tip', 'ab'.repeat(32))).output).toContain('closing.tip:');
  expect((await ours(file(vector('draws.v1.json')), '--commitment', 'ab'.repeat(32))).output).toContain('commitment:');
  if (!hasPython) return;
  expect(asCommand(python, file(round), digest, ...candles)).toMatchObject({ status: 0 });
  expect(asCommand(python, file(round), 'ab'.repeat(32))).toMatchObject({ status: 1 });
});

test('draws are recomputed by the prize table that their file names, and a table that may not be is found', async () => {
  const draws = vector<{ prizes: unknown; entries: readonly { readonly number: number }[] }>('draws.v1.json');
  const micro = (units: bigint) => usdt(units * 1_000_000n);
  const table = tableOf(2, [
    { amount: micro(900n), numbers: 20_000 },
    { amount: micro(90n), numbers: 100_000 },
    { amount: micro(9n), numbers: 200_000 },
    { amount: micro(3n), numbers: 300_000 },
  ]);
  const drawnBy = (prizes: PrizeTable) => ({
    ...draws,
    prizes: z.encode(prizeTableSchema, prizes),
    entries: draws.entries.map((one) => {
      const prize = prizeFor(one.number, prizes);
      return { ...one, prize: prize?.id ?? null, amount: toDecimal('USDT', prize?.amount ?? noUsdt) };
    }),
  });
  const [first, ...others] = table.prizes;
  if (!first) throw new Error('there is no prize');
  const wrong: readonly PrizeTable[] = [
    { ...table, version: 1 },
    { ...table, numbers: 999_999 },
    { ...table, prizes: others },
    { ...table, prizes: [{ ...first, amount: micro(90n) }, ...others] },
    { ...table, prizes: [{ ...first, from: 1 }, ...others] },
  ];
  const sound = drawnBy(table);
  expect(sound.entries.filter(({ prize }) => prize !== null).length).toBeGreaterThan(10);
  for (const program of programs) {
    expect(await program(file(sound))).toMatchObject({ status: 0 });
    expect((await program(file({ ...sound, prizes: draws.prizes }))).status).toBe(1);
    for (const prizes of wrong) expect((await program(file(drawnBy(prizes)))).status, prizesText(prizes)).toBe(1);
  }
});

test('a malformed file says which field is wrong, and nothing is computed', async () => {
  const broken: readonly (readonly [content: unknown, named: string])[] = [
    ['{', 'no JSON'],
    [[], 'neither a round'],
    [{ ...round, seed: 'AB' }, 'seed:'],
    [{ ...round, version: 2 }, 'version:'],
    [{ ...round, surplus: 1 }, 'surplus'],
    [{ ...round, result: { ...(round.result as object), digits: [1, 2] } }, 'result.digits'],
    [{ ...round, beacon: { kind: 'drand', round: 5, signature: 'ab' } }, 'beacon.signature:'],
    [{ ...round, beacon: { kind: 'dice' } }, 'beacon'],
    [
      { ...round, payments: { ...(round.payments as object), big: { paid: '1e3', charity: '0.000000' } } },
      'payments.big.paid',
    ],
  ];
  for (const [content, named] of broken) {
    const { status, output } = await ours(file(content));
    expect({ status, output }).toMatchObject({ status: 2 });
    expect(output).toContain(named);
    expect(output).not.toContain('    at ');
  }
  expect(await ours(nowhere)).toMatchObject({ status: 2 });
});

test('a drand round with a signature of another network is not sound', async () => {
  const drand = transcriptOf((installedOn + 1) * 288, { kind: 'drand' });
  const { status, output } = await ours(file(z.encode(roundTranscriptSchema, drand)));
  expect(status).toBe(1);
  expect(output).toContain('beacon.signature:');
});

test('the orders of a round ascend by their number: as texts or with zeros in front they are refused', async () => {
  const listed = vector<{ orders: { id: string }[] }>('round-ids.v1.json').orders.map(({ id }) => BigInt(id));
  const number = (installedOn + 2) * 288 + 7;
  const orders = ordersOf(number, listed.length).map((order, place) => ({ ...order, id: listed[place] ?? 0n }));
  const wireOf = (given: typeof orders) => z.encode(roundTranscriptSchema, transcriptOf(number, { orders: given }));
  const byText = orders.toSorted((one, other) => (String(one.id) < String(other.id) ? -1 : 1));
  expect(byText.map(({ id }) => id)).not.toEqual(listed);
  const padded = { ...wireOf(orders), orders: wireOf(orders).orders?.map((one) => ({ ...one, id: `0${one.id}` })) };
  for (const program of programs) {
    expect((await program(file(wireOf(orders)))).status).toBe(3);
    const { status, output } = await program(file(wireOf(byText)));
    expect(status).toBe(1);
    expect(output).toMatch(/orders(\[\d+\])?\.id:/);
    expect((await program(file(padded))).status).not.toBe(0);
  }
});

test('a block of the worked example that is another one is found', async () => {
  const { version, blocks } = vector<MadeUpBlocks>('round-blocks.v1.json');
  const { digits, numbers } = blocks;
  const changed: Record<string, object> = {
    'digits[0].digits': { digits: [{ ...digits[0], digits: [9, 0, 4] }, ...digits.slice(1)] },
    'digits[1].next': { digits: digits.with(1, { ...digits[1], next: 'ab'.repeat(32) } as (typeof digits)[number]) },
    'numbers[0].number': { numbers: [{ ...numbers[0], number: 1 }, ...numbers.slice(1)] },
  };
  for (const program of programs) {
    for (const [field, change] of Object.entries(changed)) {
      const { status, output } = await program(file({ version, blocks: { ...blocks, ...change } }));
      expect(output).toContain(`${field}:`);
      expect(status).toBe(1);
    }
  }
});

test('both programs find the same tampered files', async () => {
  const from = transcriptOf((installedOn + 1) * 288 + 3, { orders: ordersOf((installedOn + 1) * 288 + 3, 6) });
  const every = [
    ...tamperedWith(from, {
      'beacon.kind': [],
      'closing.beacon.kind': [],
      status: ['void'],
      'orders[].category': ['red'],
    }),
  ];
  const sample = every.filter((_, at) => at % 23 === 0);
  expect(sample.length).toBeGreaterThan(12);
  for (const [at, { path, value }] of sample.entries()) {
    const content = file(encoded(value), `tampered-${at}.json`);
    for (const program of programs) expect([1, 2], path).toContain((await program(content)).status);
  }
});

/** The file of a transcript that the schema itself may refuse. */
function encoded(value: RoundTranscript): unknown {
  const wire = z.safeEncode(roundTranscriptSchema, value);
  return wire.success ? wire.data : 'no transcript of any shape';
}

test('the numbers on the rule page are those of the code', () => {
  const page = readFileSync(
    join(import.meta.dirname, '../../server/features/content/texts/rule/130-exact-rounds/en.md'),
    'utf8',
  );
  const counted = Map.groupBy(categories, (category) => winningOutcomes[category]);
  for (const [outcomes, names] of counted) expect(page).toContain(`${names.join(', ')} ${outcomes}`);
  for (const wave of ['green', 'blue', 'red'] as const) expect(page).toContain(`${wave} ${waveSums[wave].join(' ')}`);
  for (const { id, amount, from, to } of prizeTable.prizes)
    expect(page).toContain(`${id} ${amount / 1_000_000n} USDT: ${from} to ${to}`);
  for (const number of [
    roundMs,
    bettingMs,
    voidMs,
    roundsPerDay,
    prizeTable.numbers,
    quicknet.chain,
    quicknet.publicKey,
    quicknet.domain,
    quicknet.genesisMs,
  ]) {
    expect(page).toContain(String(number));
  }
  for (const name of Object.keys(fairnessVectors)) expect(page).toContain(`/verify/${name}`);
});
