import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Movement, listMovements as operation } from '#contract/wallet-movements.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import type { Posting, TransferKind } from '#core/ledger/transfer.ts';
import { points, usdt } from '#core/money/amount.ts';
import { type Ledger, openLedger } from '#server/ledger/ledger.ts';
import { createMovementSums, type MovementSums } from '#server/ledger/movement-sums.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { allowMadeUpPoints } from '#server/test/made-up-points.fixture.ts';
import { exportAccountRecords } from './export-account-records.ts';
import { listAccountRecords } from './list-account-records.ts';
import { listMovements } from './list-movements.ts';
import { sumMovements } from './sum-movements.ts';

const clock = createTestClock(Date.UTC(2026, 0, 1));
let database: TestDatabase;
let ledger: Ledger;
let movementSums: MovementSums;
let lastMember = 0n;

beforeAll(async () => {
  database = await createTestDatabase();
  await allowMadeUpPoints(database);
  ledger = openLedger({ pool: database.pool, clock });
  movementSums = createMovementSums(database.pool);
});
afterAll(async () => {
  await ledger.close();
  await database.drop();
});

type Reader = { readonly memberId: bigint; readonly timeZone: string };
const dependencies = () => ({ pool: database.pool, clock, movementSums });

async function newMember(timeZone = 'UTC'): Promise<Reader> {
  const memberId = ++lastMember;
  await database.pool.query('select ledger.open_member($1)', [memberId]);
  return { memberId, timeZone };
}

async function book(kind: TransferKind, reference: string, postings: readonly Posting[], at?: string): Promise<void> {
  if (at !== undefined) clock.advance(Date.parse(at) - clock.now());
  const outcome = await ledger.submit({ key: randomUUID(), inputHash: '0'.repeat(64), kind, reference, postings });
  if (outcome.status !== 'committed') throw new Error(outcome.status);
}

/** A deposit of 1,000, a plan of 200 that loses 6, one of 100 that earns 4. */
async function trade({ memberId }: Reader, at = '2026-02-01T10:00:00Z'): Promise<void> {
  const [available, plans] = [memberAccount(memberId, 'available'), memberAccount(memberId, 'plans')];
  const [rail, market] = [houseAccount('rail', memberId), houseAccount('market', memberId)];
  await book('depositConfirmed', 'D1', [{ from: rail, to: available, amount: usdt(1_000n) }], at);
  await book('planPlaced', 'PLOSS', [{ from: available, to: plans, amount: usdt(200n) }]);
  await book('planSettled', 'PLOSS', [
    { from: plans, to: market, amount: usdt(6n) },
    { from: plans, to: available, amount: usdt(194n) },
  ]);
  await book('planPlaced', 'PGAIN', [{ from: available, to: plans, amount: usdt(100n) }]);
  await book('planSettled', 'PGAIN', [
    { from: market, to: available, amount: usdt(4n) },
    { from: plans, to: available, amount: usdt(100n) },
  ]);
}

const linesOf = (movements: readonly Movement[]) =>
  movements.map(({ kind, changes }) => [
    kind,
    ...changes.map(({ account, amount, balance }) => [account, amount, balance]),
  ]);

test('a transfer is one line with the change of each own account and the balance after it', async () => {
  const member = await newMember();
  await trade(member);
  expect(linesOf(await listMovements(dependencies(), member, {}))).toEqual([
    ['planSettled', ['available', 104n, 998n], ['plans', -100n, 0n]],
    ['planPlaced', ['available', -100n, 894n], ['plans', 100n, 100n]],
    ['planSettled', ['available', 194n, 994n], ['plans', -200n, 0n]],
    ['planPlaced', ['available', -200n, 800n], ['plans', 200n, 200n]],
    ['depositConfirmed', ['available', 1_000n, 1_000n]],
  ]);
  expect(linesOf(await listMovements(dependencies(), member, { account: 'plans' }))).toEqual([
    ['planSettled', ['plans', -100n, 0n]],
    ['planPlaced', ['plans', 100n, 100n]],
    ['planSettled', ['plans', -200n, 0n]],
    ['planPlaced', ['plans', 200n, 200n]],
  ]);
});

test('a plan is named by its own member’s coin, though another member has one of the same id', async () => {
  const coins = ['BTC', 'ETH'] as const;
  const members = await Promise.all(coins.map(() => newMember()));
  for (const [place, coin] of coins.entries()) {
    const member = members[place] as Reader;
    await trade(member, `2026-02-0${place + 2}T10:00:00Z`);
    await database.owner.query(
      `with made as (
         insert into plan_group (coin, starts_at, engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate, market, market_hash)
         values ($2, now(), 1, 'trend-1', '5m', 12, 3, 0.05, 0.03, 0.0002, '', encode(sha256(''), 'hex')) returning id
       )
       insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at) select $1, 'PGAIN', id, 1, 100, 3, now() from made`,
      [member.memberId, coin],
    );
  }
  for (const [place, coin] of coins.entries()) {
    const [newest] = await listMovements(dependencies(), members[place] as Reader, {});
    expect(newest?.plan).toEqual({ coin, leverage: 3 });
  }
});

test('the lines add up to their sum, what came in minus what went out to what the accounts hold', async () => {
  const member = await newMember();
  await trade(member);
  expect(await sumMovements(dependencies(), member, {})).toEqual({
    asset: 'USDT',
    movements: 5,
    incoming: 1_004n,
    outgoing: 6n,
  });
  expect(await sumMovements(dependencies(), member, { account: 'available' })).toEqual({
    asset: 'USDT',
    movements: 5,
    incoming: 1_298n,
    outgoing: 300n,
  });
  expect(await sumMovements(dependencies(), await newMember(), {})).toEqual({
    asset: 'USDT',
    movements: 0,
    incoming: 0n,
    outgoing: 0n,
  });
});

test('pages meet without a gap or a repetition, and show nobody else’s', async () => {
  const [member, other] = [await newMember(), await newMember()];
  for (let times = 0; times < 5; times += 1) await trade(member, new Date(clock.now() + 1).toISOString());
  await trade(other, new Date(clock.now() + 1).toISOString());
  const all: Movement[] = [];
  for (let before: string | undefined; ; before = all.at(-1)?.id) {
    const page = await listMovements(dependencies(), member, before === undefined ? {} : { before });
    all.push(...page);
    if (page.length < 20) break;
  }
  expect(all).toHaveLength(25);
  expect(new Set(all.map(({ id }) => id)).size).toBe(25);
  const net = all.flatMap(({ changes }) => changes).reduce((sum, { amount }) => sum + amount, 0n);
  const { incoming, outgoing } = await sumMovements(dependencies(), member, {});
  expect(incoming - outgoing).toBe(net);
});

test('days are the member’s own, both ends included; list, sum, records and export agree on every filter', async () => {
  const member = await newMember('Asia/Tokyo');
  await trade(member, '2026-03-09T14:59:59Z');
  await trade(member, '2026-03-09T15:00:00Z');
  await trade(member, '2026-03-11T14:59:59Z');
  await trade(member, '2026-03-11T15:00:00Z');
  const filters: readonly (readonly [Parameters<typeof sumMovements>[2], number])[] = [
    [{ from: '2026-03-10', until: '2026-03-11' }, 10],
    [{ from: '2026-03-11' }, 10],
    [{ until: '2026-03-09' }, 5],
    [{ from: '2026-03-12', until: '2026-03-11' }, 0],
    [{ search: 'ploss' }, 8],
    [{ kinds: ['depositConfirmed'] }, 4],
    [{ kinds: ['depositConfirmed'], search: 'PG' }, 12],
    [{ search: '%' }, 0],
    [{ from: '2026-03-12', search: 'D' }, 1],
    // With a span and a first day, the later of both begins it.
    [{ range: 'week', from: '2026-03-11' }, 10],
    [{ range: 'today', from: '2026-03-09' }, 5],
  ];
  for (const [input, expected] of filters) {
    const name = JSON.stringify(input);
    const movements = await listMovements(dependencies(), member, input);
    expect(movements, name).toHaveLength(expected);
    expect((await sumMovements(dependencies(), member, input)).movements, name).toBe(expected);
    const { lines } = await exportAccountRecords(dependencies(), member, input);
    const records = await listAccountRecords(dependencies(), member, input);
    expect(records.length, name).toBe(Math.min(20, lines));
    expect(new Set(records.map(({ transferId }) => transferId)).size <= expected, name).toBe(true);
  }
});

test('points have a statement of their own: lists, sums, records and files of one asset have nothing of the other', async () => {
  const member = await newMember();
  const { memberId } = member;
  const [assistance, promotion] = [memberAccount(memberId, 'assistance'), memberAccount(memberId, 'promotion')];
  const [sponsor, charity] = [houseAccount('sponsorPoints', memberId), houseAccount('charityPoints', memberId)];
  const start = new Date(clock.now() + 1).toISOString();
  await trade(member, start);
  await book('checkedIn', 'C1', [{ from: sponsor, to: assistance, amount: points(30n) }]);
  await book('donated', 'G1', [{ from: assistance, to: charity, amount: points(10n) }]);
  await book('checkedIn', 'C2', [{ from: sponsor, to: promotion, amount: points(716n) }]);
  // One transfer in both.
  await book('checkedIn', 'B1', [
    { from: houseAccount('rail', memberId), to: memberAccount(memberId, 'available'), amount: usdt(5n) },
    { from: sponsor, to: assistance, amount: points(1n) },
  ]);
  const assetsOf = async (asset: 'USDT' | 'PTS') => {
    const movements = await listMovements(dependencies(), member, { asset });
    const records = await listAccountRecords(dependencies(), member, { asset });
    const { csv } = await exportAccountRecords(dependencies(), member, { asset });
    const inFile = csv.trim().split('\r\n').slice(1);
    return [
      ...movements.flatMap(({ changes }) => changes.map((change) => change.asset)),
      ...records.map((record) => record.asset),
      ...inFile.map((line) => line.split(',')[4]),
    ];
  };
  expect(new Set(await assetsOf('PTS'))).toEqual(new Set(['PTS']));
  expect(new Set(await assetsOf('USDT'))).toEqual(new Set(['USDT']));

  const own = await listMovements(dependencies(), member, { asset: 'PTS' });
  expect(own.map(({ changes }) => changes.map(({ account, amount, balance }) => [account, amount, balance]))).toEqual([
    [['assistance', 1n, 21n]],
    [['promotion', 716n, 716n]],
    [['assistance', -10n, 20n]],
    [['assistance', 30n, 30n]],
  ]);
  const sumOf = (filter: Parameters<typeof sumMovements>[2]) => sumMovements(dependencies(), member, filter);
  expect(await sumOf({ asset: 'PTS' })).toEqual({ asset: 'PTS', movements: 4, incoming: 747n, outgoing: 10n });
  expect(await sumOf({ asset: 'PTS', account: 'assistance' })).toMatchObject({
    movements: 3,
    incoming: 31n,
    outgoing: 10n,
  });
  expect(await sumOf({ asset: 'USDT' })).toEqual({ asset: 'USDT', movements: 6, incoming: 1_009n, outgoing: 6n });
  expect(await sumOf({ asset: 'USDT', account: 'promotion' })).toMatchObject({
    movements: 0,
    incoming: 0n,
    outgoing: 0n,
  });
  expect(operation.input.safeParse({ asset: 'usdt' }).success).toBe(false);
});

test('the days of the specification hold for points: today, yesterday, the last seven days, this month', async () => {
  const member = await newMember('Asia/Tokyo');
  const { memberId } = member;
  const give = (at: string) =>
    book(
      'checkedIn',
      'C',
      [
        {
          from: houseAccount('sponsorPoints', memberId),
          to: memberAccount(memberId, 'assistance'),
          amount: points(1n),
        },
      ],
      at,
    );
  // Midnight in Tokyo is 15:00 UTC.
  for (const at of ['2026-03-31T14:59:59Z', '2026-04-03T15:00:00Z', '2026-04-08T14:59:59Z', '2026-04-08T15:00:00Z']) {
    await give(at);
  }
  clock.advance(Date.parse('2026-04-09T02:00:00Z') - clock.now());
  const count = async (range: 'today' | 'yesterday' | 'week' | 'month') =>
    (await sumMovements(dependencies(), member, { asset: 'PTS', range })).movements;
  expect([await count('today'), await count('yesterday'), await count('week'), await count('month')]).toEqual([
    1, 1, 3, 3,
  ]);
});

test.each(['2026-02-31', '2026-13-01', '26-01-01', 'today', '2026-1-1', '2026-01-01T00:00', "2026-01-01'"])(
  'the day %s is refused',
  (from) => {
    const read = operation.input.safeParse({ from });
    expect(read.success).toBe(false);
    expect(read.error?.issues[0]?.message).toBe('recordRangeUnknown');
  },
);

test('kinds that do not exist and a search with control characters are refused', () => {
  expect(operation.input.safeParse({ kinds: 'planPlaced,nothing' }).success).toBe(false);
  expect(operation.input.safeParse({ kinds: '' }).success).toBe(false);
  expect(operation.input.safeParse({ search: '\u0000' }).success).toBe(false);
  expect(operation.input.safeParse({ kinds: 'planPlaced,planSettled', search: 'x%_' }).success).toBe(true);
});

test('a sum that was read before reads only what came after, and is the same as one of the whole history', async () => {
  const member = await newMember();
  for (let times = 0; times < 40; times += 1) await trade(member, new Date(clock.now() + 1).toISOString());
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    const sums = createMovementSums(client);
    const reader = { ...member, now: clock.now() };
    const filters = [{}, { account: 'plans' }, { kinds: ['planSettled' as const] }] as const;
    const rowsRead = async () => {
      const { rows } = await client.query<{ count: number }>(
        `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::float8 as count
         from pg_stat_xact_user_tables where schemaname = 'ledger' and relname = 'postings'`,
      );
      return rows[0]?.count ?? 0;
    };
    for (const filter of filters) await sums.of(reader, filter);
    const first = await rowsRead();
    expect(first).toBeGreaterThanOrEqual(filters.length * 40);
    await trade(member, new Date(clock.now() + 1).toISOString());
    const whole = createMovementSums(database.pool);
    for (const filter of filters) expect(await sums.of(reader, filter)).toEqual(await whole.of(reader, filter));
    // Seven postings are new; the newest and the last one known are looked up beside them.
    expect((await rowsRead()) - first).toBeLessThanOrEqual(filters.length * 12);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

test('a sum of today begins anew with the day, and one whose last transfer is gone is read from the beginning', async () => {
  const member = await newMember();
  await trade(member, '2027-05-01T10:00:00Z');
  const ofToday = () => sumMovements(dependencies(), member, { range: 'today' });
  expect((await ofToday()).movements).toBe(5);
  await trade(member, '2027-05-02T10:00:00Z');
  expect((await ofToday()).movements).toBe(5);
  expect((await sumMovements(dependencies(), member, {})).movements).toBe(10);

  // As after a failover that lost the last transfers: the node knows a sum that goes beyond the history.
  const lost = { query: async (query: { values: unknown[] }) => database.pool.query(query as never) };
  const sums = createMovementSums(lost as never);
  const reader = { ...member, now: clock.now() };
  const before = await sums.of(reader, {});
  const asked: unknown[] = [];
  lost.query = async (query) => {
    asked.push(query.values[7]);
    // The transfer after which the sum was kept is another one.
    const values = query.values.with(7, asked.length === 1 ? 2n ** 62n : query.values[7]);
    return database.pool.query({ ...query, values } as never);
  };
  expect(await sums.of(reader, {})).toEqual(before);
  expect(asked).toEqual([expect.any(BigInt), 0n]);
});
