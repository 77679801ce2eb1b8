import { afterEach, beforeEach, expect, test } from 'vitest';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { verifyBalance } from '#core/proofs/balance-tree.ts';
import { type Ledger, openLedger, type Submission } from '#server/ledger/ledger.ts';
import { createTestDatabase, firstMemberId, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import { createTestClock, type TestClock } from '#server/platform/test-clock.ts';
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

/** What the phone does: its own name, the proof, and the root that everybody sees. */
async function check(member: bigint, tree: string | null = null) {
  const session = { memberId: idOf(member), username: nameOf(member) };
  const proof = await getBalanceProof(database.pool, session, tree);
  const published = (await listBalanceRoots(database.pool)).find((one) => one.tree === proof.published.tree);
  if (!published) throw new Error('the root is not in public');
  const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));
  const verdict = verifyBalance(
    { salt: bytes(proof.salt), username: session.username, balance: proof.balance },
    { position: proof.position, siblings: proof.siblings.map(({ hash, sum }) => ({ hash: bytes(hash), sum })) },
    { node: { hash: bytes(published.root), sum: published.total }, leafCount: published.members },
  );
  return { ...verdict, balance: proof.balance, proof, published };
}

test('every member of a tree of several parts is in it, with all that they are owed, and the house stands beside it', async () => {
  await openMembers(1_100);
  for (let member = 1n; member <= 40n; member++) await give(member, member * 1_000_001n);
  expect(await buildTree({ pool: database.pool, clock })).toBe('built');

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
  await buildTree({ pool: database.pool, clock });
  const first = await check(1n);
  await give(1n, 2_000_000n);
  expect(await check(1n)).toMatchObject({ isIncluded: true, balance: 5_000_000n });

  expect(await buildTree({ pool: database.pool, clock })).toBe('current');
  clock.advance(40 * 60_000);
  expect(await buildTree({ pool: database.pool, clock })).toBe('built');
  const second = await check(1n);
  expect(second).toMatchObject({ isIncluded: true, balance: 7_000_000n });
  expect(second.proof.salt).not.toBe(first.proof.salt);
  expect(await check(1n, first.published.tree)).toMatchObject({ isIncluded: true, balance: 5_000_000n });
});

test('a balance that was made smaller in the stored tree no longer proves itself', async () => {
  await openMembers(5);
  await give(2n, 9_000_000n);
  await buildTree({ pool: database.pool, clock });
  await database.pool.query('update balance_tree set total = total - 1');
  expect(await check(2n)).toMatchObject({ isIncluded: false, faults: ['total'] });
  await database.pool.query(`update balance_tree set root_hash = sha256('another')`);
  expect(await check(2n)).toMatchObject({ isIncluded: false, faults: ['root', 'total'] });
});

test('who registered after the newest tree, and who asks for a tree that is not kept, is told so', async () => {
  const of = (member: bigint, tree: string | null = null) =>
    getBalanceProof(database.pool, { memberId: idOf(member), username: nameOf(member) }, tree);
  await openMembers(1);
  await expect(of(1n)).rejects.toMatchObject({ code: 'balanceNotInTree' });
  await buildTree({ pool: database.pool, clock });
  await openMembers(1);
  await expect(of(2n)).rejects.toMatchObject({ code: 'balanceNotInTree' });
  await expect(of(1n, '999')).rejects.toMatchObject({ code: 'balanceTreeUnknown' });

  const [oldest] = await listBalanceRoots(database.pool);
  for (let tree = 0; tree < treesKept; tree++) {
    clock.advance(hourMs);
    expect(await buildTree({ pool: database.pool, clock })).toBe('built');
  }
  await expect(of(1n, oldest?.tree)).rejects.toMatchObject({ code: 'balanceTreeUnknown' });
  expect(await check(2n)).toMatchObject({ isIncluded: true });
  expect(await listBalanceRoots(database.pool)).toHaveLength(treesKept + 1);
  const { rows } = await database.pool.query('select distinct tree_id from balance_tree_part');
  expect(rows).toHaveLength(treesKept);
});

test('nobody is in a tree of nobody', async () => {
  await buildTree({ pool: database.pool, clock });
  expect(await listBalanceRoots(database.pool)).toMatchObject([{ members: 0, total: 0n }]);
});

test('several nodes build one tree an hour between them, at the start and at each full hour', async () => {
  await openMembers(10);
  const dependencies = { pool: database.pool, clock, log: silentLog };
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
  await buildTree({ pool: database.pool, clock });
  isGrowing = false;
  await moving;
  const [root] = await listBalanceRoots(database.pool);
  expect((root?.house ?? []).reduce((sum, { balance }) => sum + balance, BigInt(root?.total ?? 1n))).toBe(0n);
});
