import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordRange } from '#contract/wallet.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { parseAmount, usdt } from '#core/money/amount.ts';
import { type Ledger, openLedger } from '#server/ledger/ledger.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { memberNumbers } from '#server/platform/member-number.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { exportAccountRecords, linesPerPart } from './export-account-records.ts';
import { getAccountRecord } from './get-account-record.ts';
import { getPurse } from './get-purse.ts';
import { getWallet } from './get-wallet.ts';
import { listAccountRecords } from './list-account-records.ts';

const clock = createTestClock(Date.UTC(2026, 0, 1));
let database: TestDatabase;
let ledger: Ledger;
let lastMember = 0n;

beforeAll(async () => {
  database = await createTestDatabase();
  ledger = openLedger({ pool: database.pool, clock });
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

interface Reader {
  readonly memberId: bigint;
  readonly timeZone: string;
}

async function newMember(timeZone = 'UTC'): Promise<Reader> {
  const memberId = ++lastMember;
  await database.pool.query('select ledger.open_member($1)', [memberId]);
  return { memberId, timeZone };
}

/** Moves the clock there and books a deposit or a plan. */
async function book({ memberId }: Reader, kind: 'deposit' | 'plan', units: bigint, at?: string): Promise<string> {
  if (at !== undefined) clock.advance(Date.parse(at) - clock.now());
  const available = memberAccount(memberId, 'available');
  const amount = usdt(units);
  const outcome = await ledger.submit({
    key: randomUUID(),
    inputHash: '0'.repeat(64),
    kind: kind === 'deposit' ? 'depositConfirmed' : 'planPlaced',
    reference: `ref-${units}`,
    postings: [
      kind === 'deposit'
        ? { from: houseAccount('rail', memberId), to: available, amount }
        : { from: available, to: memberAccount(memberId, 'plans'), amount },
    ],
  });
  if (outcome.status !== 'committed') throw new Error(outcome.status);
  return String(outcome.transferId);
}

const dependencies = () => ({ pool: database.pool, clock });

async function everyPage(reader: Reader, range?: RecordRange) {
  const all = [];
  for (let before: string | undefined; ; ) {
    const page = await listAccountRecords(dependencies(), reader, {
      ...(range === undefined ? {} : { range }),
      ...(before === undefined ? {} : { before }),
    });
    all.push(...page);
    before = page.at(-1)?.id;
    if (page.length < 20) return all;
  }
}

test('each change of each own account is a record with its sign, its running balance and what it is for', async () => {
  const member = await newMember();
  const first = await book(member, 'deposit', 500n);
  const second = await book(member, 'plan', 200n);
  const common = { asset: 'USDT', at: clock.now() };
  const placed = { ...common, kind: 'planPlaced', reference: 'ref-200', transferId: second };
  expect(await listAccountRecords(dependencies(), member, {})).toEqual([
    { ...placed, id: `${second}-0-1`, account: 'plans', amount: 200n, balance: 200n },
    { ...placed, id: `${second}-0-0`, account: 'available', amount: -200n, balance: 300n },
    {
      ...common,
      id: `${first}-0-1`,
      kind: 'depositConfirmed',
      reference: 'ref-500',
      transferId: first,
      account: 'available',
      amount: 500n,
      balance: 500n,
    },
  ]);
  const plans = await listAccountRecords(dependencies(), member, { account: 'plans' });
  expect(plans.map(({ amount }) => amount)).toEqual([200n]);
  const rest = await listAccountRecords(dependencies(), member, { before: `${second}-0-1` });
  expect(rest.map(({ id }) => id)).toEqual([`${second}-0-0`, `${first}-0-1`]);
});

test('pages follow one another without a gap or a repetition, also between the two sides of one move', async () => {
  const member = await newMember();
  await book(member, 'deposit', 1_000n);
  for (let count = 1; count <= 31; count += 1) await book(member, 'plan', 1n);
  const records = await everyPage(member);
  expect(records).toHaveLength(63);
  expect(new Set(records.map(({ id }) => id)).size).toBe(63);
  for (const account of ['available', 'plans'] as const) {
    const own = records.filter((record) => record.account === account).reverse();
    let balance = 0n;
    for (const { amount, balance: after } of own) {
      balance += amount;
      expect(after).toBe(balance);
    }
  }
});

test('the CSV’s amounts sum to what the accounts hold, whatever the number of its parts', async () => {
  const member = await newMember();
  await book(member, 'deposit', 5_000_000_000n);
  const plans = Array.from({ length: 1_050 }, (_, index) => index + 1);
  await Promise.all(plans.map((units) => book(member, 'plan', BigInt(units))));
  const parts: string[] = [];
  for (let before: string | undefined; ; ) {
    const part = await exportAccountRecords(dependencies(), member, before === undefined ? {} : { before });
    parts.push(part.csv);
    if (part.next === null) break;
    expect(part.lines).toBe(linesPerPart);
    before = part.next;
  }
  expect(parts).toHaveLength(2);
  const [head, ...lines] = parts.join('').trimEnd().split('\r\n');
  expect(head).toBe('time,kind,reference,account,asset,amount,balance,transfer');
  expect(lines).toHaveLength(2_101);
  const sums = new Map<string, bigint>();
  for (const line of lines) {
    const [, , , account = '', , amount = ''] = line.split(',');
    sums.set(account, (sums.get(account) ?? 0n) + (parseAmount('USDT', amount) ?? 0n));
  }
  const balances = await ledger.balancesOf(member.memberId);
  expect([sums.get('available'), sums.get('plans')]).toEqual([balances?.available, balances?.plans]);
});

test('the filters follow the member’s own day, also where summer time makes it shorter', async () => {
  // In Berlin the 29th of March 2026 has 23 hours: it begins at 23:00 UTC and ends at 22:00 UTC.
  const [berlin, bangkok, utc] = [await newMember('Europe/Berlin'), await newMember('Asia/Bangkok'), await newMember()];
  const moments = [
    ['2026-02-28T22:59:59.999Z', 1n],
    ['2026-02-28T23:00:00.000Z', 2n],
    ['2026-03-23T22:59:59.999Z', 4n],
    ['2026-03-23T23:00:00.000Z', 8n],
    ['2026-03-28T22:59:59.999Z', 16n],
    ['2026-03-28T23:00:00.000Z', 32n],
    ['2026-03-29T16:59:59.999Z', 64n],
    ['2026-03-29T17:00:00.000Z', 128n],
    ['2026-03-29T21:59:59.999Z', 256n],
    ['2026-03-29T22:00:00.000Z', 512n],
    ['2026-03-30T10:00:00.000Z', 1_024n],
  ] as const;
  for (const [at, units] of moments) {
    for (const member of [berlin, bangkok, utc]) await book(member, 'deposit', units, at);
  }
  const sumOf = async (member: Reader, range: RecordRange): Promise<bigint> =>
    (await everyPage(member, range)).reduce((sum, { amount }) => sum + amount, 0n);
  expect([await sumOf(berlin, 'today'), await sumOf(berlin, 'yesterday')]).toEqual([
    512n + 1_024n,
    32n + 64n + 128n + 256n,
  ]);
  expect(await sumOf(berlin, 'week')).toBe(8n + 16n + 32n + 64n + 128n + 256n + 512n + 1_024n);
  expect(await sumOf(berlin, 'month')).toBe(2_047n - 1n);
  // In Bangkok, 7 hours ahead all year, the 30th began at 17:00 UTC of the 29th.
  expect([await sumOf(bangkok, 'today'), await sumOf(bangkok, 'yesterday')]).toEqual([
    128n + 256n + 512n + 1_024n,
    16n + 32n + 64n,
  ]);
  expect([await sumOf(utc, 'today'), await sumOf(utc, 'yesterday')]).toEqual([1_024n, 64n + 128n + 256n + 512n]);
  expect(await sumOf(utc, 'month')).toBe(2_047n - 3n);
});

test('the transfer behind a record shows every posting, the house’s side without its balance', async () => {
  const [member, stranger] = [await newMember(), await newMember()];
  const { memberId } = member;
  await book(member, 'deposit', 100n);
  const house = houseAccount('rail', memberId);
  const fees = houseAccount('fees', memberId);
  const outcome = await ledger.submit({
    key: randomUUID(),
    inputHash: '0'.repeat(64),
    kind: 'withdrawalPaid',
    reference: 'W1',
    postings: [
      { from: memberAccount(memberId, 'available'), to: house, amount: usdt(40n) },
      { from: houseAccount('sponsor', memberId), to: fees, amount: usdt(3n) },
      { from: fees, to: house, amount: usdt(3n) },
    ],
  });
  if (outcome.status !== 'committed') throw new Error(outcome.status);
  const transfer = String(outcome.transferId);
  const at = { kind: 'withdrawalPaid', reference: 'W1', at: clock.now() };
  const shown = await getAccountRecord(database.pool, memberId, transfer);
  expect(shown).toMatchObject(at);
  // Written down by the wall clock of the database, whatever the product clock shows.
  expect(Math.abs(shown.recordedAt - Date.now())).toBeLessThan(86_400_000);
  expect(shown.postings.map(({ from, to, amount }) => [from, to, amount])).toEqual([
    [{ account: 'available', owner: 'member', balance: 60n }, { account: 'rail', owner: 'house', balance: null }, 40n],
    [{ account: 'sponsor', owner: 'house', balance: null }, { account: 'fees', owner: 'house', balance: null }, 3n],
    [{ account: 'fees', owner: 'house', balance: null }, { account: 'rail', owner: 'house', balance: null }, 3n],
  ]);
  for (const unknown of [transfer, '1', '999999999999999999']) {
    await expect(getAccountRecord(database.pool, stranger.memberId, unknown)).rejects.toMatchObject({
      code: 'recordUnknown',
    });
  }
  await expect(listAccountRecords(dependencies(), stranger, { before: `${transfer}-0-0` })).rejects.toMatchObject({
    code: 'recordUnknown',
  });
  // The side of the house is nobody's record.
  await expect(listAccountRecords(dependencies(), member, { before: `${transfer}-0-1` })).rejects.toMatchObject({
    code: 'recordUnknown',
  });
  await expect(listAccountRecords(dependencies(), member, { before: `${'9'.repeat(19)}-0-0` })).rejects.toMatchObject({
    code: 'recordUnknown',
  });
});

test('of a transfer that pays several members each sees the own posting and the house’s', async () => {
  const [one, other] = [await newMember(), await newMember()];
  const outcome = await ledger.submit({
    key: randomUUID(),
    inputHash: '0'.repeat(64),
    kind: 'depositConfirmed',
    reference: 'D1',
    postings: [one, other].map(({ memberId }, place) => ({
      from: houseAccount('rail', 0n),
      to: memberAccount(memberId, 'available'),
      amount: usdt(7n + BigInt(place)),
    })),
  });
  if (outcome.status !== 'committed') throw new Error(outcome.status);
  const amountsOf = async ({ memberId }: Reader) =>
    (await getAccountRecord(database.pool, memberId, String(outcome.transferId))).postings.map(({ amount }) => amount);
  expect([await amountsOf(one), await amountsOf(other)]).toEqual([[7n], [8n]]);
});

test('the wallet’s balance is available plus locked, and the purse has the balance of each account', async () => {
  const member = await newMember();
  await book(member, 'deposit', 500n);
  await book(member, 'plan', 200n);
  expect(await getWallet({ ...dependencies(), memberNumbers: memberNumbers(Buffer.alloc(32)) }, member)).toEqual({
    authorization: 500n,
    locked: 200n,
    available: 300n,
    incomeToday: 0n,
    hasBankCard: false,
    hasWithdrawalPassword: false,
    userId: memberNumbers(Buffer.alloc(32)).numberOf(member.memberId),
  });
  const purse = await getPurse(ledger, member.memberId);
  expect(purse.filter(({ balance }) => balance > 0n)).toEqual([
    { account: 'available', asset: 'USDT', balance: 300n },
    { account: 'plans', asset: 'USDT', balance: 200n },
  ]);
  const inPoints = purse.filter(({ asset }) => asset === 'PTS').map(({ account }) => account);
  expect(inPoints).toEqual(['assistance', 'promotion']);
  expect(purse).toHaveLength(7);
});

test('the wallet’s income of today is that of the member’s own day', async () => {
  const { memberId } = await newMember();
  const other = await newMember();
  const settled = { early: '2026-04-30T23:59:59.999Z', late: '2026-05-01T11:00:00Z' };
  for (const [owner, id, income] of [
    [memberId, 'early', 20n],
    [memberId, 'late', 5n],
    [other.memberId, 'late', 300n],
  ] as const) {
    await database.owner.query(
      `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at, income, settled_at)
       values ($1, $2, 1, 1, 1000000, 1000, $3, $4, $3)`,
      [owner, id, settled[id], income],
    );
  }
  const today = async (timeZone: string, now: string) => {
    const at = { pool: database.pool, clock: createTestClock(Date.parse(now)) };
    return (await getWallet({ ...at, memberNumbers: memberNumbers(Buffer.alloc(32)) }, { memberId, timeZone }))
      .incomeToday;
  };
  expect(await today('UTC', '2026-05-01T11:59:59Z')).toBe(5n);
  // Auckland's 1 May began on 30 April at 12:00 UTC, and ends twelve hours before that of UTC.
  expect(await today('Pacific/Auckland', '2026-05-01T11:59:59Z')).toBe(25n);
  expect(await today('Pacific/Auckland', '2026-05-01T12:00:00Z')).toBe(0n);
});
