import { expect, test } from 'vitest';
import type { Movement } from '#contract/wallet-movements.ts';
import { memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { createMovementSums } from '#server/ledger/movement-sums.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { listMovements } from './list-movements.ts';
import { openMovements, type Reader } from './movements.fixture.ts';
import { sumMovements } from './sum-movements.ts';

const { book, clock, database, dependencies, newMember, trade } = await openForFile(openMovements);

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
    const member = members[place] as Reader;
    const [available, plans] = [memberAccount(member.memberId, 'available'), memberAccount(member.memberId, 'plans')];
    await book('planPlaced', 'PGAIN', [{ from: available, to: plans, amount: usdt(100n) }]);
    await book('planVoided', 'PGAIN', [{ from: plans, to: available, amount: usdt(100n) }]);
    for (const kind of ['planPlaced', 'planSettled', 'planVoided'] as const) {
      const [newest] = await listMovements(dependencies(), member, { kinds: [kind] });
      expect(newest?.plan, kind).toEqual({ coin, leverage: 3 });
    }
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
    // Nor is it counted again at a third look.
    for (const filter of filters) expect(await sums.of(reader, filter)).toEqual(await whole.of(reader, filter));
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
