import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberAccount } from '#core/ledger/accounts.ts';
import { cancelReplacement as cancelCard } from '#server/features/bank-card/card-store.ts';
import { getLimits } from '#server/features/limits/get-limits.ts';
import { isLedgerSound, micro } from '#server/features/plans/plan-world.fixture.ts';
import { freezeRecovered } from '#server/features/security/freeze.ts';
import { freezeAccount } from '#server/features/security/freeze-account.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { codeOf, type LimitWorld, openLimitWorld } from './limit-world.fixture.ts';

let world: LimitWorld;
let tables: Kysely<unknown>;

beforeAll(async () => {
  world = await openLimitWorld();
  tables = new Kysely({ dialect: new PostgresDialect({ pool: world.database.pool }) });
});
afterAll(() => world.close());

const freeze = (member: bigint) => freezeAccount({ tables, cancelCard, acts: world.acts, clock: world.clock }, member);

async function lift(member: bigint): Promise<void> {
  await tables.transaction().execute(async (transaction) => {
    await sql`delete from account_freeze where member_id = ${member}`.execute(transaction);
    await world.acts.record(transaction, member, 'accountUnfrozen');
  });
}

async function planCount(member: bigint): Promise<number> {
  const { rows } = await world.database.pool.query('select count(*)::int as count from plan where member_id = $1', [
    member,
  ]);
  return rows[0].count;
}

test('a frozen account places no plan, on no node, and nothing moves; lifted, it does again', async () => {
  const [member, other] = [await world.member(1_000), await world.member(1_000)];
  const nodes = [world.guardedNode(), world.guardedNode()] as const;
  await freeze(member);
  const placing = nodes.flatMap((node) => [node.place(member), node.place(other), node.place(member)]);
  expect(await Promise.all(placing.map(codeOf))).toEqual([
    ...['accountFrozen', 'placed', 'accountFrozen'],
    ...['accountFrozen', 'placed', 'accountFrozen'],
  ]);
  expect(await planCount(member)).toBe(0);
  expect((await world.ledger.balancesOf(member))?.available).toBe(micro(1_000));
  await lift(member);
  expect(await codeOf(nodes[0].place(member))).toBe('placed');
  expect(await isLedgerSound(world.database.pool)).toBe(true);
});

test('after the response to the freeze no plan is placed any more, however many are on their way', async () => {
  const member = await world.member(100_000);
  const nodes = [world.guardedNode(), world.guardedNode()] as const;
  const placing = Array.from({ length: 200 }, (_, index) => codeOf((nodes[index % 2] ?? nodes[0]).place(member)));
  await placing[0];
  await freeze(member);
  const placedByThen = await planCount(member);
  const codes = await Promise.all(placing);
  expect(await planCount(member)).toBe(placedByThen);
  expect(codes.filter((code) => code === 'placed')).toHaveLength(placedByThen);
  expect(codes.filter((code) => code === 'accountFrozen')).toHaveLength(200 - placedByThen);
});

test('the freeze waits for what is being placed: it does not respond while that could still be committed', async () => {
  const member = await world.member(1_000);
  const placing = await world.database.pool.connect();
  await placing.query('begin');
  await placing.query('select ledger.lock_accounts(array[$1::bigint])', [memberAccount(member, 'available')]);
  const freezing = freeze(member);
  await untilLockWait(world.database.pool, freezing).finally(async () => {
    await placing.query('commit');
    placing.release();
  });
  await freezing;
});

test('a freeze that comes with a recovery refuses plans as well', async () => {
  const member = await world.member(1_000);
  await tables
    .transaction()
    .execute((within) => freezeRecovered(within, member, world.clock.now(), Date.now() + 60_000));
  expect(await codeOf(world.guardedNode().place(member))).toBe('accountFrozen');
});

test('a plan placed before the freeze is returned again, and the limits page still counts it', async () => {
  const member = await world.member(1_000);
  await world.limit(member, 'day', micro(30));
  const node = world.guardedNode();
  const first = await node.place(member, {}, 'key-of-this-plan');
  await freeze(member);
  expect((await node.place(member, {}, 'key-of-this-plan')).id).toBe(first.id);
  expect(await codeOf(node.place(member))).toBe('accountFrozen');
  const { lossLimits } = await getLimits(world.dependencies, { memberId: member, timeZone: 'UTC' });
  expect(lossLimits[0]?.count).toMatchObject({ atRisk: micro(3), left: micro(27) });
});
