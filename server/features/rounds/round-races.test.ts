import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderCountOf } from '#core/fairness/closing.ts';
import { orderRoot, verifyOrder } from '#core/fairness/orders.ts';
import { memberAccount } from '#core/ledger/accounts.ts';
import { roundAt, timesOf } from '#core/rounds/schedule.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { faultsIn } from '#server/test/ledger-faults.fixture.ts';
import { cancelFollow } from './cancel-follow.ts';
import { getRoundProof } from './get-round-proof.ts';
import { getTranscript } from './get-transcript.ts';
import { fillRound } from './many-orders.fixture.ts';
import { findFollow, type OrderPlace, unpaidOrders } from './order-store.ts';
import { openTreeCache } from './order-tree.ts';
import { placeFollows } from './place-follows.ts';
import { micro } from './round-node.fixture.ts';
import { findRound, transcriptOrders } from './round-store.ts';
import { roundsAccount } from './round-transfers.ts';
import { openWorld, type RoundsWorld } from './rounds-world.fixture.ts';

let world: RoundsWorld;

beforeAll(async () => {
  world = await openWorld();
});

afterAll(() => world.close());

const codeOf = (placing: Promise<unknown>): Promise<string> =>
  placing.then(
    () => 'placed',
    (error) => error.code ?? String(error),
  );

async function count(sql: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await world.pool.query<{ count: bigint }>(`select count(*) as count ${sql}`, [...values]);
  return Number(rows[0]?.count);
}

async function nextRound(): Promise<number> {
  const round = roundAt(world.clock.now()) + 1;
  await world.moveTo(timesOf(round).opensAt);
  await world.run();
  return round;
}

test('1,000 orders on two nodes while the round closes: each is in the closed round or refused, and none is in between', async () => {
  const { pool, tables } = world;
  const round = await nextRound();
  const other = await world.openNode();
  const members = await Promise.all(Array.from({ length: 50 }, () => world.member(1_000)));
  // The nodes' clocks stay before the closing: only the database decides.
  const before = world.clock.now();
  const placing: Promise<string>[] = [];
  for (let number = 0; number < 1_000; number++) {
    const node = number % 2 === 0 ? world : other;
    placing.push(codeOf(node.place(members[number % 50] ?? 1n, { round, amount: micro(1) })));
    if (number === 500) {
      await placing[250];
      await world.moveTo(timesOf(round).closesAt);
      world.setNodeClock(before);
    }
  }
  await world.run();
  const codes = await Promise.all(placing);
  const placed = codes.filter((code) => code === 'placed').length;
  expect(new Set(codes)).toEqual(new Set(['placed', 'roundClosed']));
  const closed = await findRound(tables, round);
  expect(closed && orderCountOf(closed.closing)).toBe(placed);
  expect(await count('from round_order where round_id = $1', [round])).toBe(placed);
  expect(closed?.closing.root).toBe(orderRoot(round, await transcriptOrders(tables, round)));
  await world.moveTo(timesOf(round).resultAt);
  await world.run();
  expect(await faultsIn(pool)).toEqual([]);
});

test('closing waits for an order that is recorded in time and not committed yet, and has it', async () => {
  const round = await nextRound();
  const member = await world.member(100);
  const recording = await world.pool.connect();
  await recording.query('begin');
  await recording.query('select ledger.lock_accounts(array[$1::bigint])', [roundsAccount]);
  await recording.query(
    `insert into round_order (member_id, id, round_id, category, stake, winnings, salt, placed_at)
     select $1, 'INTIME', $2, 'big', 1000000, 1000000, decode(repeat('ab', 32), 'hex'), round_opens_at($2)
     where takes_orders($2)`,
    [member, round],
  );
  await world.moveTo(timesOf(round).closesAt);
  const running = world.run();
  await untilLockWait(world.pool, running)
    .then(async () => expect(await findRound(world.tables, round)).toBeNull())
    .finally(async () => {
      await recording.query('commit');
      recording.release();
    });
  await running;
  expect(await findRound(world.tables, round)).toMatchObject({ orders: 1 });
  // It came past the ledger, which could not pay it.
  await world.database.owner.query('alter table round_order disable trigger user');
  await world.database.owner.query("delete from round_order where id = 'INTIME'");
  await world.database.owner.query('alter table round_order enable trigger user');
  await world.moveTo(timesOf(round).resultAt);
  await world.run();
});

test('every order is in the published tree of a round of many parts, and no other is', async () => {
  const { pool, tables, ledger } = world;
  const round = await nextRound();
  await fillRound(pool, ledger, round, { orders: 5_000, members: 50, firstMember: 500_000n });
  const member = await world.member(100);
  const { id } = await world.place(member, { round });
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  const treeOf = openTreeCache(pool);
  const { order, path, closing } = await getRoundProof({ tables, treeOf }, member, id);
  const published = { round, count: orderCountOf(closing), root: closing.root };
  expect(published).toMatchObject({ count: 5_001, root: orderRoot(round, await transcriptOrders(tables, round)) });
  const known = { position: path.position, siblings: path.siblings.map((hash) => Buffer.from(hash, 'hex')) };
  expect(verifyOrder(order, known, published)).toBeNull();
  expect(verifyOrder({ ...order, stake: micro(11) }, known, published)).toBe('root');
  // The first leaf and the last one, which is in another part of the tree.
  const { rows } = await pool.query<{ member_id: bigint; id: string }>(
    'select member_id, id from round_order where round_id = $1 order by salt',
    [round],
  );
  for (const place of [0, 5_000]) {
    const { member_id, id: of } = rows[place] ?? { member_id: 0n, id: '' };
    const proof = await getRoundProof({ tables, treeOf }, member_id, of);
    const siblings = proof.path.siblings.map((hash) => Buffer.from(hash, 'hex'));
    expect(verifyOrder(proof.order, { position: place, siblings }, published)).toBeNull();
    expect(proof.path.position).toBe(place);
  }
  expect(new Set(await unpaidInPages(round, 1_000))).toEqual(new Set(rows.map(({ id: of }) => of)));
  await world.moveTo(timesOf(round).resultAt);
  await world.run();
});

/** The ids of unpaid orders, read a page after the other. */
async function unpaidInPages(round: number, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for (let after: OrderPlace | undefined = { memberId: 0n, id: '' }; after; ) {
    const page = await unpaidOrders(world.tables, round, after, limit);
    ids.push(...page.map(({ order }) => order.id));
    after = page.at(-1)?.order;
  }
  return ids;
}

test('two nodes that close, draw and pay at the same time do each once', async () => {
  const { pool, ledger } = world;
  const round = await nextRound();
  const other = await world.openNode();
  await fillRound(pool, ledger, round, { orders: 3_000, members: 300, firstMember: 600_000n });
  await world.moveTo(timesOf(round).closesAt);
  await Promise.allSettled([world.run(), other.run()]);
  await world.moveTo(timesOf(round).resultAt);
  await Promise.allSettled([world.run(), other.run(), world.run(), other.run()]);
  await world.run();
  await paidOnce(round, 3_000);
});

test('killed in the middle of paying, the next one finishes it and repeats nothing', async () => {
  const { pool, ledger, database } = world;
  const round = await nextRound();
  await fillRound(pool, ledger, round, { orders: 10_000, members: 400, firstMember: 700_000n });
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  const paid = () => count('from round_order where round_id = $1 and income is not null', [round]);
  // Drawn but not paid, as after a crash right behind the draw.
  await world.moveTo(timesOf(round).resultAt);
  const stopped = await world.openNode();
  await stopped.ledger.close();
  await stopped.run().catch(() => undefined);
  expect(await findRound(world.tables, round)).toMatchObject({ end: { isVoid: false }, payments: null });
  await expect(getTranscript(world, round)).rejects.toMatchObject({ code: 'roundRunning' });
  // Somebody else is at the last member's balance for as long as it takes: paying cannot come to its end.
  const blocker = await pool.connect();
  await blocker.query('begin');
  await blocker.query('select from ledger.balances where member_id = $1 for update', [700_399n]);
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('pay-child.fixture.ts', import.meta.url)),
      database.url,
      String(round),
      String(world.clock.now()),
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await expect.poll(paid).toBeGreaterThan(0);
  child.kill('SIGKILL');
  await ended;
  await blocker.query('rollback');
  blocker.release();
  const half = await paid();
  expect(half).toBeLessThan(10_000);
  await world.run();
  await paidOnce(round, 10_000);
});

async function paidOnce(round: number, orders: number): Promise<void> {
  expect(await count('from round_order where round_id = $1 and income is not null', [round])).toBe(orders);
  expect(
    await count(
      `from ledger.transfers as t join round_order as o on o.id = t.reference and o.round_id = $1
       where t.kind in ('orderWon', 'orderLost', 'orderReturned')`,
      [round],
    ),
  ).toBe(orders);
  // Nothing is left that a later look would read again.
  expect(await unpaidOrders(world.tables, round, { memberId: 0n, id: '' }, 10)).toEqual([]);
  expect(await count('from round_payment where round_id = $1', [round])).toBe(1);
  expect(await world.house('roundsReserved')).toBe(0n);
  expect(await count('from ledger.trial_balance where balance <> 0')).toBe(0);
  expect(await count('from ledger.balance_differences')).toBe(0);
}

test('cancelling at the moment of a payment or of the next order: the follow ends once and nothing is lost', async () => {
  const members = await Promise.all(Array.from({ length: 30 }, () => world.member(1_000)));
  let round = await nextRound();
  const orders = await Promise.all(
    members.map((member) =>
      world.place(member, { round, category: 'odd', amount: micro(10), follow: 6, stoponwin: true }),
    ),
  );
  for (let step = 0; step < 3; step++) {
    await world.moveTo(timesOf(round).closesAt);
    await world.run();
    await world.moveTo(timesOf(round).resultAt);
    const some = orders
      .map((order, place) => [order, members[place] ?? 0n] as const)
      .filter((_, place) => place % 3 === step);
    await Promise.all([
      world.run(),
      ...some.map(([{ follow }, member]) => codeOf(cancelFollow(world, member, follow ?? ''))),
    ]);
    await world.run();
    round = roundAt(world.clock.now());
  }
  for (const [place, { follow }] of orders.entries()) {
    expect((await findFollow(world.tables, members[place] ?? 0n, follow ?? ''))?.end).not.toBeNull();
  }
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  await world.moveTo(timesOf(round).resultAt);
  await world.run();
  const wrong = await world.pool.query(
    `select b.member_id from ledger.balances as b where b.member_id = any ($1::bigint[]) and b.account_id & 31 = 3 and b.balance <> 0`,
    [members],
  );
  expect(wrong.rows).toEqual([]);
  for (const member of members) {
    const { rows } = await world.pool.query(
      'select coalesce(sum(income), 0)::bigint as income from round_order where member_id = $1',
      [member],
    );
    expect(await world.balances(member)).toEqual([micro(1_000) + rows[0].income, 0n]);
  }
});

test('a follow that is cancelled between reading it and placing its next order gets none, and no step is refused', async () => {
  const { pool } = world;
  const round = await nextRound();
  const member = await world.member(100);
  const { follow } = await world.place(member, { round, amount: micro(10), follow: 5 });
  // Void when the next round has closed: the follow waits for the one after it.
  world.beacon.isThere = false;
  await world.moveTo(timesOf(round).closesAt);
  await world.run();
  await world.moveTo(timesOf(round).voidAt);
  await world.run();
  world.beacon.isThere = true;
  await world.moveTo(timesOf(round + 2).opensAt);
  const holding = await pool.connect();
  await holding.query('begin');
  await holding.query('select ledger.lock_accounts(array[$1::bigint])', [memberAccount(member, 'available')]);
  const waiting = () => count('from pg_locks where not granted');
  const cancelling = cancelFollow(world, member, follow ?? '');
  await expect.poll(waiting).toBe(1);
  const placing = placeFollows(world, round + 2, world.clock.now());
  await expect.poll(waiting).toBe(2);
  await holding.query('commit');
  holding.release();
  await Promise.all([cancelling, placing]);
  expect(await findFollow(world.tables, member, follow ?? '')).toMatchObject({ end: 'cancelled', placed: 1 });
  expect(await world.balances(member)).toEqual([micro(100), 0n]);
});
