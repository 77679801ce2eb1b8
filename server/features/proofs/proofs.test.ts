import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { verifyBalance } from '#core/proofs/balance-tree.ts';
import { checkFeed, faultsOfRoot, signRoot } from '#core/proofs/root-feed.ts';
import { type Ledger, openLedger, type Submission } from '#server/ledger/ledger.ts';
import { createTestDatabase, firstMemberId, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTestClock, type TestClock } from '#server/platform/test-clock.ts';
import { insertRoot } from './balance-roots.ts';
import { buildTree, hourMs, treesKept } from './build-tree.ts';
import { getBalanceProof } from './get-balance-proof.ts';
import { listBalanceRoots } from './list-balance-roots.ts';
import { scheduleTrees } from './tree-schedule.ts';

const startMs = Date.UTC(2026, 10, 21, 14, 20);

let database: TestDatabase;
let clock: TestClock;
let ledger: Ledger;

beforeEach(async () => {
  database = await createTestDatabase();
  clock = createTestClock(startMs);
  ledger = openLedger({ pool: database.pool, clock });
});

afterEach(async () => {
  await ledger.close();
  await database.drop();
});

/** Members are counted from 1 in the order of their registration. */
const idOf = (member: bigint): bigint => firstMemberId + member - 1n;
const nameOf = (member: bigint): string => `Member${member}`;

/** So many more members, with their accounts open and empty. */
async function openMembers(count: number): Promise<void> {
  await database.pool.query(
    `with opened as (
       insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
       select 'Member' || n, '$argon2id$test', 'en', 'CODE' || n, sha256(n::text::bytea), now()
       from (select (select count(*) from member) + step as n from generate_series(1, $1::int) as step) as numbers
       returning id
     )
     select count(ledger.open_member(id)) from opened`,
    [count],
  );
}

/** Test funds of which one micro-USDT is in a plan: what is owed is in several accounts. */
async function give(member: bigint, amount: bigint): Promise<void> {
  const memberId = idOf(member);
  const submission: Submission = {
    key: `give:${memberId}:${amount}`,
    inputHash: 'a'.repeat(64),
    kind: 'depositConfirmed',
    reference: 'test',
    postings: [
      {
        from: houseAccount('rail', memberId),
        to: memberAccount(memberId, 'available'),
        amount: usdt(amount),
      },
      { from: memberAccount(memberId, 'available'), to: memberAccount(memberId, 'plans'), amount: usdt(1n) },
    ],
  };
  expect((await ledger.submit(submission)).status).toBe('committed');
}

async function withClient(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

const signingKey = new Uint8Array(32).fill(3);
const build = () => buildTree({ pool: database.pool, clock, signingKey });

/** What the phone does: its own name, the proof, and the root that everybody sees. */
async function check(member: bigint, tree: number | null = null) {
  const session = { memberId: idOf(member), username: nameOf(member) };
  const proof = await getBalanceProof(database.pool, session, tree);
  const published = (await listBalanceRoots(database.pool)).find(({ number }) => number === proof.published.number);
  if (!published) throw new Error('the root is not in public');
  const node = { hash: Uint8Array.from(Buffer.from(published.root, 'hex')), sum: published.total };
  const own = { username: session.username, balance: proof.balance, parts: proof.parts };
  const verdict = verifyBalance(own, { node, leafCount: published.members });
  return { ...verdict, balance: proof.balance, proof, published };
}

test('every member of a tree of several parts is in it, with all that they are owed, and the house stands beside it', async () => {
  await openMembers(1_100);
  for (let member = 1n; member <= 40n; member++) await give(member, member * 1_000_001n);
  expect(await build()).toBe('built');

  for (const member of [1n, 2n, 39n, 40n, 41n, 1_024n, 1_025n, 1_099n, 1_100n]) {
    const owed = member <= 40n ? member * 1_000_001n : 0n;
    expect(await check(member)).toMatchObject({ isIncluded: true, faults: [], balance: owed });
  }
  const [root] = await listBalanceRoots(database.pool);
  expect(root).toMatchObject({ at: startMs, members: 1_100, total: 820n * 1_000_001n });
  const held = (root?.house ?? []).reduce((sum, { balance }) => sum + balance, 0n);
  expect(held + (root?.total ?? 0n)).toBe(0n);
  expect(root?.house.map(({ account }) => account)).toContain('rail');
});

test('a proof is of the moment of its tree, and the next hour has its own root and salts', async () => {
  await openMembers(3);
  await give(1n, 5_000_000n);
  await build();
  const first = await check(1n);
  await give(1n, 2_000_000n);
  expect(await check(1n)).toMatchObject({ isIncluded: true, balance: 5_000_000n });

  expect(await build()).toBe('current');
  clock.advance(40 * 60_000);
  expect(await build()).toBe('built');
  const second = await check(1n);
  expect(second).toMatchObject({ isIncluded: true, balance: 7_000_000n });
  expect(second.proof.parts[0].salt).not.toEqual(first.proof.parts[0].salt);
  expect(await check(1n, first.published.number)).toMatchObject({ isIncluded: true, balance: 5_000_000n });
});

test('each balance is split at random, and no two members or hours are split alike', async () => {
  await openMembers(200);
  for (let member = 1n; member <= 60n; member++) await give(member, 9_000_000n);
  const splits = new Set<bigint>();
  for (let hour = 0; hour < 2; hour++) {
    await build();
    for (let member = 1n; member <= 60n; member++) {
      const { balance, proof } = await check(member);
      const [left, right] = proof.parts;
      expect(left.amount + right.amount).toBe(balance);
      splits.add(left.amount);
    }
    clock.advance(hourMs);
  }
  expect(splits.size).toBeGreaterThan(115);
  const third = [...splits].filter((amount) => amount < 3_000_000n).length;
  expect(third).toBeGreaterThan(15);
  expect(third).toBeLessThan(70);
});

test('a published root is never changed or removed, and none follows but the next', async () => {
  await openMembers(5);
  await give(2n, 9_000_000n);
  await build();
  const [root] = await listBalanceRoots(database.pool);
  if (!root) throw new Error('no root');
  for (const statement of [
    'update balance_tree set total = total - 1',
    `update balance_tree set root_hash = sha256('another')`,
    'update balance_tree set member_count = 8',
    'delete from balance_tree',
    'truncate balance_tree cascade',
  ]) {
    await expect(database.owner.query(statement), statement).rejects.toThrow('a published root stays');
  }
  const next = { ...root, number: 2, at: root.at + hourMs, previous: root.digest, digest: 'ab'.repeat(32) };
  for (const wrong of [{ number: 1 }, { number: 3 }, { at: root.at }, { previous: 'cd'.repeat(32) }]) {
    await expect(
      withClient((client) => insertRoot(client, { ...next, ...wrong }, new Date(startMs + hourMs))),
    ).rejects.toThrow('does not follow root 1');
  }
  expect(await listBalanceRoots(database.pool)).toEqual([root]);
});

test('an operator who can switch guards off is found by the phone: the tree, the statement and its signature differ', async () => {
  await openMembers(5);
  await give(2n, 9_000_000n);
  await build();
  const [before] = await listBalanceRoots(database.pool);
  await database.owner.query('alter table balance_tree disable trigger append_only');
  const { rowCount } = await database.owner.query('update balance_tree set total = total - 1, member_count = 8');
  expect(rowCount).toBe(1);
  expect(await check(2n)).toMatchObject({ isIncluded: false, faults: expect.arrayContaining(['total']) });
  const [root] = await listBalanceRoots(database.pool);
  if (!root || !before) throw new Error('no root');
  expect(faultsOfRoot(root).map(({ kind }) => kind)).toEqual(['digest', 'signature', 'books']);
  const forged = signRoot(root, new Uint8Array(32).fill(3));
  expect(checkFeed([forged], [before]).map(({ kind }) => kind)).toContain('fork');
});

test('the whole feed is had page by page from its first root on, each signed and following the one before', async () => {
  await openMembers(2);
  for (let hour = 0; hour < 4; hour++) {
    await build();
    clock.advance(hourMs);
  }
  const feed = await listBalanceRoots(database.pool, 0);
  expect(feed.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(checkFeed(feed, [])).toEqual([]);
  expect(await listBalanceRoots(database.pool, 2)).toEqual(feed.slice(2));
  expect(await listBalanceRoots(database.pool)).toEqual(feed.toReversed());
});

test('a crash in the middle of a tree leaves nothing of it, and the next one follows the root before', async () => {
  await openMembers(3);
  await build();
  clock.advance(hourMs);
  await database.owner.query(
    `create function fail() returns trigger language plpgsql as $$ begin raise exception 'crash'; end $$;
     create trigger crash before insert on balance_tree_secret for each row execute function fail()`,
  );
  await expect(build()).rejects.toThrow('crash');
  const { rows } = await database.pool.query('select distinct tree_id from balance_tree_part');
  expect(rows).toHaveLength(1);
  await database.owner.query('drop trigger crash on balance_tree_secret');
  expect(await build()).toBe('built');
  expect(checkFeed(await listBalanceRoots(database.pool, 0), [])).toEqual([]);
});

test('who registered after the newest tree, and who asks for a tree that is not kept, is refused', async () => {
  const of = (member: bigint, tree: number | null = null) =>
    getBalanceProof(database.pool, { memberId: idOf(member), username: nameOf(member) }, tree);
  await openMembers(1);
  await expect(of(1n)).rejects.toMatchObject({ code: 'balanceNotInTree' });
  await build();
  await openMembers(1);
  await expect(of(2n)).rejects.toMatchObject({ code: 'balanceNotInTree' });
  await expect(of(1n, 999)).rejects.toMatchObject({ code: 'balanceTreeUnknown' });

  const [oldest] = await listBalanceRoots(database.pool);
  for (let tree = 0; tree < treesKept; tree++) {
    clock.advance(hourMs);
    expect(await build()).toBe('built');
  }
  await expect(of(1n, oldest?.number)).rejects.toMatchObject({ code: 'balanceTreeUnknown' });
  expect(await check(2n)).toMatchObject({ isIncluded: true });
  expect(await listBalanceRoots(database.pool)).toHaveLength(treesKept + 1);
  const { rows } = await database.pool.query('select distinct tree_id from balance_tree_part');
  expect(rows).toHaveLength(treesKept);
});

test('nobody is in a tree of nobody', async () => {
  await build();
  expect(await listBalanceRoots(database.pool)).toMatchObject([{ members: 0, total: 0n }]);
});

test('several nodes build one tree an hour between them, at the start and at each full hour', async () => {
  await openMembers(10);
  const dependencies = { pool: database.pool, clock, signingKey, log: silentLog };
  const nodes = [scheduleTrees(dependencies), scheduleTrees(dependencies), scheduleTrees(dependencies)];
  const hours = async () =>
    (await database.pool.query<{ hour: Date }>('select hour from balance_tree order by hour')).rows.map(({ hour }) =>
      hour.getUTCHours(),
    );
  await expect.poll(hours).toEqual([14]);
  await Promise.all(nodes.map((node) => node.stop()));
  expect(await hours()).toEqual([14]);

  let wakesAt = 0;
  const wallDelayMs: TestClock['wallDelayMs'] = (productMs) => {
    wakesAt = clock.now() + productMs;
    return 20;
  };
  const node = scheduleTrees({ ...dependencies, clock: { ...clock, wallDelayMs } });
  for (const hour of [15, 16]) {
    await expect.poll(() => new Date(wakesAt).getUTCHours()).toBe(hour);
    clock.advance(wakesAt - clock.now());
    await expect.poll(hours).toContain(hour);
  }
  await node.stop();
  const built = await hours();
  expect(new Set(built).size).toBe(built.length);
  expect(built.slice(0, 3)).toEqual([14, 15, 16]);
});

test('transfers that go on while a tree is built leave no trace of half of them in it', async () => {
  await openMembers(300);
  for (let member = 1n; member <= 20n; member++) await give(member, 1_000_000n);
  let isGrowing = true;
  const moving = (async () => {
    for (let turn = 1n; isGrowing && turn < 500n; turn++) await give((turn % 20n) + 1n, 1_000_000n + turn);
  })();
  await build();
  isGrowing = false;
  await moving;
  const [root] = await listBalanceRoots(database.pool);
  expect((root?.house ?? []).reduce((sum, { balance }) => sum + balance, BigInt(root?.total ?? 1n))).toBe(0n);
});
