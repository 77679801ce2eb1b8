import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { usdt } from '#core/money/amount.ts';
import { memberOf, treeOf } from '#core/proofs/balance-tree.fixture.ts';
import { nodesToBytes } from '#core/proofs/balance-tree.ts';
import { checkFeed, faultsOfRoot, noPrevious, pointBooksOf, signRoot } from '#core/proofs/root-feed.ts';
import { hourMs } from '#core/time/lengths.ts';
import { insertRoot } from './balance-roots.ts';
import { treesKept } from './build-tree.ts';
import { getBalanceProof } from './get-balance-proof.ts';
import { listBalanceRoots } from './list-balance-roots.ts';
import { idOf, nameOf, openTreeWorld, signingKey, startMs, type TreeWorld } from './tree-world.fixture.ts';

let world: TreeWorld;
let database: TreeWorld['database'];
let clock: TreeWorld['clock'];
let ledger: TreeWorld['ledger'];

beforeEach(async () => {
  world = await openTreeWorld();
  ({ database, clock, ledger } = world);
});
afterEach(() => world.close());

test('every member of a tree of several parts is in it, with all that they are owed, and the house stands beside it', async () => {
  await world.openMembers(4_100);
  for (let member = 1n; member <= 40n; member++) await world.give(member, member * 1_000_001n);
  for (let member = 1n; member <= 20n; member++) await world.givePoints(member, member * 3n, member * 7n);
  expect(await world.build()).toBe('built');

  for (const member of [1n, 2n, 39n, 40n, 41n, 1_024n, 1_025n, 4_096n, 4_097n, 4_100n]) {
    const owed = member <= 40n ? member * 1_000_001n : 0n;
    expect(await world.check(member)).toMatchObject({ isIncluded: true, faults: [], balance: owed });
    const owned =
      member <= 20n ? { assistance: member * 3n, promotion: member * 7n } : { assistance: 0n, promotion: 0n };
    expect((await world.check(member)).proof.points).toEqual(owned);
  }
  const [root] = await listBalanceRoots(database.pool);
  expect(root).toMatchObject({ at: startMs, members: 4_100, total: 820n * 1_000_001n });
  const held = (root?.house ?? []).reduce((sum, { balance }) => sum + balance, 0n);
  expect(held + (root?.total ?? 0n)).toBe(0n);
  expect(root?.house.map(({ account }) => account)).toContain('rail');
  expect(root?.points).toMatchObject({ assistance: 210n * 3n, promotion: 210n * 7n });
  expect(root?.points?.house.map(({ account, balance: points }) => [account, points])).toEqual([
    ['charityPoints', 20n],
    ['charityPointsSpent', 0n],
    ['prizePoints', 0n],
    ['sponsorPoints', -2_120n],
  ]);
  expect(root && pointBooksOf(root)).toBe(0n);
});

test('each balance of points is split by itself, in another place than the USDT', async () => {
  await world.openMembers(60);
  const whole = 9_000_000n;
  for (let member = 1n; member <= 60n; member++) {
    await world.give(member, whole);
    await world.givePoints(member, whole, whole);
  }
  await world.build();
  const shares: bigint[][] = [];
  for (let member = 1n; member <= 60n; member++) {
    const [left] = (await world.check(member)).proof.parts;
    shares.push([left.amount, left.points?.assistance ?? -1n, left.points?.promotion ?? -1n]);
  }
  expect(new Set(shares.flat()).size).toBeGreaterThan(175);
  for (const which of [0, 1, 2]) {
    const third = shares.filter((share) => (share[which] ?? 0n) < whole / 3n).length;
    expect(third).toBeGreaterThan(7);
    expect(third).toBeLessThan(35);
  }
});

test('a tree of version 1 that was published before points were in it still proves its balances, and the next one follows it', async () => {
  await world.openMembers(5);
  await world.give(3n, 7_000_000n);
  const secret = Buffer.alloc(32, 9);
  const salted = (member: bigint) => {
    const id = Buffer.alloc(8);
    id.writeBigInt64BE(idOf(member));
    return createHash('sha512').update(secret).update(id).digest();
  };
  const members = [1n, 2n, 3n, 4n, 5n].map((member) => {
    const [own, salts] = [memberOf(nameOf(member), usdt(member === 3n ? 7_000_000n : 0n)), salted(member)];
    const [left, right] = own.parts;
    const parts = [
      { ...left, salt: salts.subarray(0, 32) },
      { ...right, salt: salts.subarray(32) },
    ] as const;
    return { ...own, parts };
  });
  const tree = treeOf(members);
  const house = (await ledger.houseBalances()).get('rail') ?? 0n;
  const statement = {
    ...{ number: 1, at: startMs, members: 5, root: Buffer.from(tree.root.node.hash).toString('hex') },
    ...{ total: tree.root.node.sum, house: [{ account: 'rail' as const, balance: usdt(house) }], previous: noPrevious },
  };
  await world.withClient(async (client) => {
    await insertRoot(
      client,
      { ...signRoot(statement, signingKey), ...statement, points: undefined },
      new Date(startMs),
    );
    await client.query('insert into balance_tree_secret (tree_id, secret) values (1, $1)', [secret]);
    for (const half of [0, 1] as const) {
      const first = members.map(({ parts }) => Buffer.from(parts[half].salt)).sort(Buffer.compare)[0];
      await client.query(
        'insert into balance_tree_part (tree_id, half, level, number, first_salt, nodes) values (1, $1, 0, 0, $2, $3)',
        [half, first, Buffer.from(nodesToBytes(tree.halves[half][0] ?? []))],
      );
    }
  });
  expect(await world.check(3n)).toMatchObject({ isIncluded: true, balance: 7_000_000n });
  expect((await world.check(3n)).proof.points).toBeUndefined();
  clock.advance(hourMs);
  expect(await world.build()).toBe('built');
  expect(await world.check(3n)).toMatchObject({ isIncluded: true, balance: 7_000_000n });
  expect(await world.check(3n, 1)).toMatchObject({ isIncluded: true, balance: 7_000_000n });
  expect(checkFeed(await listBalanceRoots(database.pool, 0), [])).toEqual([]);
});

test('a proof is of the moment of its tree, and the next hour has its own root and salts', async () => {
  await world.openMembers(3);
  await world.give(1n, 5_000_000n);
  await world.build();
  const first = await world.check(1n);
  await world.give(1n, 2_000_000n);
  expect(await world.check(1n)).toMatchObject({ isIncluded: true, balance: 5_000_000n });

  expect(await world.build()).toBe('current');
  clock.advance(40 * 60_000);
  expect(await world.build()).toBe('built');
  const second = await world.check(1n);
  expect(second).toMatchObject({ isIncluded: true, balance: 7_000_000n });
  expect(second.proof.parts[0].salt).not.toEqual(first.proof.parts[0].salt);
  expect(await world.check(1n, first.published.number)).toMatchObject({ isIncluded: true, balance: 5_000_000n });
});

test('each balance is split at random, and no two members or hours are split alike', async () => {
  await world.openMembers(200);
  for (let member = 1n; member <= 60n; member++) await world.give(member, 9_000_000n);
  const splits = new Set<bigint>();
  for (let hour = 0; hour < 2; hour++) {
    await world.build();
    for (let member = 1n; member <= 60n; member++) {
      const { balance, proof } = await world.check(member);
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
  await world.openMembers(5);
  await world.give(2n, 9_000_000n);
  await world.build();
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
      world.withClient((client) => insertRoot(client, { ...next, ...wrong }, new Date(startMs + hourMs))),
    ).rejects.toThrow('does not follow root 1');
  }
  expect(await listBalanceRoots(database.pool)).toEqual([root]);
});

test('an operator who can switch guards off is found by the phone: the tree, the statement and its signature differ', async () => {
  await world.openMembers(5);
  await world.give(2n, 9_000_000n);
  await world.build();
  const [before] = await listBalanceRoots(database.pool);
  await database.owner.query('alter table balance_tree disable trigger append_only');
  const { rowCount } = await database.owner.query('update balance_tree set total = total - 1, member_count = 8');
  expect(rowCount).toBe(1);
  expect(await world.check(2n)).toMatchObject({ isIncluded: false, faults: expect.arrayContaining(['total']) });
  const [root] = await listBalanceRoots(database.pool);
  if (!root || !before) throw new Error('no root');
  expect(faultsOfRoot(root).map(({ kind }) => kind)).toEqual(['digest', 'signature', 'books']);
  const forged = signRoot(root, new Uint8Array(32).fill(3));
  expect(checkFeed([forged], [before]).map(({ kind }) => kind)).toContain('fork');
});

test('the whole feed is had page by page from its first root on, each signed and following the one before', async () => {
  await world.openMembers(2);
  for (let hour = 0; hour < 4; hour++) {
    await world.build();
    clock.advance(hourMs);
  }
  const feed = await listBalanceRoots(database.pool, 0);
  expect(feed.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  expect(checkFeed(feed, [])).toEqual([]);
  expect(await listBalanceRoots(database.pool, 2)).toEqual(feed.slice(2));
  expect(await listBalanceRoots(database.pool)).toEqual(feed.toReversed());
});

test('who registered after the newest tree, and who asks for a tree that is not kept, is refused', async () => {
  const of = (member: bigint, tree: number | null = null) =>
    getBalanceProof(database.pool, { memberId: idOf(member), username: nameOf(member) }, tree);
  await world.openMembers(1);
  await expect(of(1n)).rejects.toMatchObject({ code: 'balanceNotInTree' });
  await world.build();
  await world.openMembers(1);
  await expect(of(2n)).rejects.toMatchObject({ code: 'balanceNotInTree' });
  await expect(of(1n, 999)).rejects.toMatchObject({ code: 'balanceTreeUnknown' });

  const [oldest] = await listBalanceRoots(database.pool);
  for (let tree = 0; tree < treesKept; tree++) {
    clock.advance(hourMs);
    expect(await world.build()).toBe('built');
  }
  await expect(of(1n, oldest?.number)).rejects.toMatchObject({ code: 'balanceTreeUnknown' });
  expect(await world.check(2n)).toMatchObject({ isIncluded: true });
  expect(await listBalanceRoots(database.pool)).toHaveLength(treesKept + 1);
  const { rows } = await database.pool.query('select distinct tree_id from balance_tree_part');
  expect(rows).toHaveLength(24);
});

test('a tree without members proves nobody’s balance', async () => {
  await world.build();
  expect(await listBalanceRoots(database.pool)).toMatchObject([{ members: 0, total: 0n }]);
});
