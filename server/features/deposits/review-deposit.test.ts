import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pageSize } from '#contract/fields.ts';
import { usdt } from '#core/money/amount.ts';
import { sandboxRail } from '#server/gateways/rail-sandbox.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { untilLockWait } from '#server/platform/database/lock-waits.fixture.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { openBus } from '#server/platform/events/bus.ts';
import { wireOf } from '#server/platform/events/encode-event.ts';
import { type MemberEventEntry, memberEventsTopic } from '#server/platform/events/member-events.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { silentLog } from '#server/platform/log.ts';
import { memberNumbers } from '#server/platform/member-number.ts';
import { addOperators } from '#server/platform/operators/operators.fixture.ts';
import { createTestClock } from '#server/platform/test-clock.ts';
import { insertMember } from '#server/test/member-row.fixture.ts';
import { confirmDeposit } from './confirm-deposit.ts';
import { findDeposit, reviewDeposit } from './deposit-store.ts';
import { getDeposit } from './get-deposit.ts';
import { listOpenDeposits } from './list-open-deposits.ts';
import { markDepositProof } from './mark-deposit-proof.ts';
import { updateDeposits } from './poll-deposits.ts';
import { refuseDeposit } from './refuse-deposit.ts';
import { requestDeposit } from './request-deposit.ts';
import { matchTransfer } from './transfer-store.ts';

const clock = createTestClock(Date.UTC(2026, 0, 1));
const by = { operator: 'anna', role: 'owner' } as const;
const numbers = memberNumbers(Buffer.alloc(32, 7));
let database: TestDatabase;
let world: ReturnType<typeof openWorld>;

beforeAll(async () => {
  database = await createTestDatabase();
  await addOperators(database.owner);
  world = openWorld();
});

afterAll(async () => {
  await world.ledger.close();
  await database.drop();
});

function openWorld() {
  const { pool } = database;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const nothing = async () => undefined;
  const rest = {
    images: { give: nothing },
    guard: { requireNotExcluded: nothing },
    memberEvents: { publish: nothing },
  };
  const ledger = openLedger({ pool, clock });
  return { ...rest, tables, rail: sandboxRail, clock, ledger, memberNumbers: numbers, log: silentLog };
}

/** A deposit that its member announced. */
async function announced(hasProof: boolean) {
  const memberId = await insertMember(database);
  const { id } = await requestDeposit(world, memberId, { channel: 'sandbox', amount: usdt(100_000_000n) }, null);
  if (hasProof) {
    await database.owner.query(
      `insert into image (member_id, id, hash, webp, width, height, holder, small)
       values ($1, 'I1', sha256('image'), 'image', 1, 1, 'deposit', 'small')`,
      [memberId],
    );
    await database.owner.query(`update deposit set image_id = 'I1' where member_id = $1`, [memberId]);
  }
  const actsOf = async () => {
    const { rows } = await database.pool.query(
      'select operator, act, reason, subject from operator_act where member_id = $1 order by id',
      [memberId],
    );
    return rows;
  };
  const input = { member: numbers.numberOf(memberId), deposit: id };
  return { memberId, id, input, actsOf, read: () => getDeposit(world.tables, sandboxRail, memberId, id) };
}

/** The events of members that are published while it runs. */
async function heardMeanwhile(run: () => Promise<void>): Promise<MemberEventEntry[]> {
  const bus = await openBus(database.pool, database.url, silentLog);
  try {
    const heard: MemberEventEntry[] = [];
    bus.subscribe(memberEventsTopic, (entries) => heard.push(...(entries as MemberEventEntry[])));
    const end = new Promise((ended) => bus.subscribe('end', ended));
    await run();
    await bus.publish('end', null);
    await end;
    return heard;
  } finally {
    await bus.close();
  }
}

test('the proof of an announced deposit is marked once, which its member reads, and credits nothing', async () => {
  const { id, input, actsOf, read, memberId } = await announced(true);
  expect(await read()).toMatchObject({ state: 'requested', reviewedAt: null });
  await markDepositProof(world, input, by);
  const at = clock.now();
  clock.advance(1);
  await markDepositProof(world, input, by);
  expect(await read()).toMatchObject({ state: 'requested', reason: null, reviewedAt: at, confirmedAt: null });
  expect(await actsOf()).toEqual([{ operator: 'anna', act: 'depositProofSeen', reason: '', subject: `deposit ${id}` }]);
  const listed = (await listOpenDeposits(world, '', by)).find((one) => one.id === id);
  expect(listed).toMatchObject({ hasProof: true, reviewedAt: at, reviewedBy: 'anna' });
  expect((await world.ledger.balancesOf(memberId))?.available).toBe(0n);
  clock.advance(60_000);
  await updateDeposits(world);
  expect(await read()).toMatchObject({ state: 'confirmed', reviewedAt: at });
});

test('a deposit without a proof has none to mark', async () => {
  const { input, actsOf } = await announced(false);
  await expect(markDepositProof(world, input, by)).rejects.toMatchObject({ code: 'depositUnproven' });
  expect(await actsOf()).toEqual([]);
});

test('a refused deposit has its reason, and a node that saw it arrive earlier does not credit it', async () => {
  const { id, input, actsOf, read, memberId } = await announced(true);
  const asSeenBefore = await findDeposit(world.tables, memberId, id);
  if (!asSeenBefore) throw new Error('the deposit was not recorded');
  const heard = await heardMeanwhile(async () => {
    await markDepositProof(world, input, by);
    await refuseDeposit(world, { ...input, reason: 'proofInvalid' }, by);
  });
  const told = (state: 'requested' | 'rejected') => ({
    to: [[String(memberId)]],
    event: wireOf({ name: 'deposit', value: { id, state, confirmations: 0 } }),
  });
  expect(heard.filter(({ event }) => event.name === 'deposit')).toEqual([told('requested'), told('rejected')]);
  expect(await read()).toMatchObject({ state: 'rejected', reason: 'proofInvalid', reviewedAt: clock.now() });
  expect((await actsOf()).map(({ act, reason }) => [act, reason])).toEqual([
    ['depositProofSeen', ''],
    ['depositRefused', 'proofInvalid'],
  ]);
  clock.advance(60_000);
  await updateDeposits(world);
  expect(await confirmDeposit(world.ledger, asSeenBefore, 6)).toBe(false);
  expect((await world.ledger.balancesOf(memberId))?.available).toBe(0n);
});

test('of two operators who refuse at once one is recorded', async () => {
  const { input, actsOf } = await announced(false);
  const decide = (operator: string) => refuseDeposit(world, { ...input, reason: 'notReceived' }, { ...by, operator });
  const ends = await Promise.allSettled([decide('anna'), decide('bert')]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await actsOf()).toHaveLength(1);
});

test('a decision waits for what moves the deposit at that moment, and finds it decided', async () => {
  const { id, input, actsOf, memberId } = await announced(false);
  const deposit = await findDeposit(world.tables, memberId, id);
  if (!deposit) throw new Error('the deposit was not recorded');
  let refusing: Promise<unknown> = Promise.resolve();
  await world.tables.transaction().execute(async (other) => {
    await lockInTransaction(other, 'depositsOfMember', memberId);
    refusing = refuseDeposit(world, { ...input, reason: 'notReceived' }, by);
    await untilLockWait(database.pool, refusing);
    await reviewDeposit(other, deposit, { by: 'bert', at: clock.now(), refusal: 'proofInvalid' });
  });
  await expect(refusing).rejects.toMatchObject({ code: 'depositArrived' });
  expect(await actsOf()).toEqual([]);
});

test('what the rail has seen is its own to decide, by the server and by the database', async () => {
  const { input, actsOf, read, memberId } = await announced(true);
  clock.advance(5_000);
  await updateDeposits(world);
  expect(await read()).toMatchObject({ state: 'seen' });
  const arrived = { code: 'depositArrived' };
  await expect(markDepositProof(world, input, by)).rejects.toMatchObject(arrived);
  await expect(refuseDeposit(world, { ...input, reason: 'notReceived' }, by)).rejects.toMatchObject(arrived);
  expect(await actsOf()).toEqual([]);
  // So is one whose transfer is known and was dropped by a reorganisation: it may come back.
  const dropped = await announced(true);
  const transfer = {
    transfer: 'chain:1:0',
    transactionHash: 'ab',
    address: 'a',
    amount: usdt(1n),
    confirmations: null,
  };
  await matchTransfer(world.tables, { ...transfer, memberId: dropped.memberId }, 'sandbox', clock.now());
  expect(await dropped.read()).toMatchObject({ state: 'requested', transaction: 'ab' });
  await expect(markDepositProof(world, dropped.input, by)).rejects.toMatchObject(arrived);
  await expect(refuseDeposit(world, { ...dropped.input, reason: 'notReceived' }, by)).rejects.toMatchObject(arrived);
  const change = (set: string, of: bigint) =>
    database.pool.query(`update deposit set ${set} where member_id = $1`, [of]);
  const reviewed = `reviewed_at = now(), reviewed_by = 'anna'`;
  await expect(change(reviewed, memberId)).rejects.toThrow('nothing else');
  await expect(change(reviewed, dropped.memberId), 'that came in').rejects.toThrow('nothing else');
  const other = await announced(true);
  const arrives = `${reviewed}, transfer = 'chain:1:1', transaction_hash = 'cd', arrived = 5`;
  await expect(change(arrives, other.memberId)).rejects.toThrow('nothing else');
  await expect(change(`${reviewed}, state = 'confirmed', confirmed_at = now()`, other.memberId)).rejects.toThrow(
    'nothing else',
  );
  await expect(change(`${reviewed}, state = 'rejected'`, other.memberId)).rejects.toThrow('nothing else');
  await expect(change(`state = 'rejected', reason = 'notReceived'`, other.memberId)).rejects.toThrow(
    'refused_by_somebody',
  );
});

test('a deposit earns no weight before it is credited', async () => {
  const { memberId } = await announced(true);
  clock.advance(5_000);
  await updateDeposits(world);
  const earned = database.owner.query(
    `insert into weight_entry (member_id, kind, reference, points, rule_version, earned_at)
     select member_id, 'depositConfirmed', id, 100, 1, now() from deposit where member_id = $1`,
    [memberId],
  );
  await expect(earned).rejects.toThrow('weight is earned by an act');
});

test('another member’s deposit is as unknown as one that never was', async () => {
  const [one, other] = [await announced(true), await announced(true)];
  const input = { member: one.input.member, deposit: other.id };
  await expect(markDepositProof(world, input, by)).rejects.toMatchObject({ code: 'depositUnknown' });
  await expect(refuseDeposit(world, { ...input, reason: 'notReceived' }, by)).rejects.toMatchObject({
    code: 'depositUnknown',
  });
});

test('open deposits of all members come in pages, the oldest first, each of them once', async () => {
  const made: string[] = [];
  for (let count = 0; count < 2 * pageSize + 5; count++) {
    clock.advance(1);
    made.push((await announced(false)).id);
  }
  const listed: string[] = [];
  for (let after: string | undefined = ''; after !== undefined && listed.length < 500; ) {
    const page = await listOpenDeposits(world, after, by);
    listed.push(...page.map(({ id }) => id));
    after = page.length < pageSize ? undefined : page.at(-1)?.id;
  }
  expect(listed.filter((id) => made.includes(id))).toEqual(made);
  expect(new Set(listed).size).toBe(listed.length);
  // That an operator read the list stands in the log, once an hour.
  const looks = await database.pool.query(`select operator, subject from operator_act where act = 'listViewed'`);
  expect(looks.rows).toEqual([{ operator: 'anna', subject: 'list deposits' }]);
});
