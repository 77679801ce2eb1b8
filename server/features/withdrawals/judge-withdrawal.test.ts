import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { approveWithdrawal, refuseWithdrawal } from './judge-withdrawal.ts';
import { minuteMs, openWorld, type World } from './withdrawal-world.fixture.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterEach(async () => {
  expect(await world.faults()).toEqual([]);
});
afterAll(() => world.close());

async function large(): Promise<{ member: bigint; id: string }> {
  const member = await world.member(50_000);
  const { id, approvalsNeeded } = await world.request(member, 10_000.000001);
  expect(approvalsNeeded).toBe(2);
  return { member, id };
}

const stateOf = async (member: bigint, id: string) => (await world.store.find(member, id))?.state;

test('over the limit a withdrawal waits for two operators of different names, then goes on by itself', async () => {
  const { member, id } = await large();
  world.clock.advance(24 * 60 * minuteMs);
  await world.look();
  expect(await stateOf(member, id)).toBe('inReview');
  expect(await approveWithdrawal(world, id, 'anna')).toEqual({ answer: 'approved', approvals: 1, needed: 2 });
  expect(await approveWithdrawal(world, id, 'anna')).toEqual({ answer: 'approved', approvals: 1, needed: 2 });
  await world.look();
  expect(await stateOf(member, id)).toBe('inReview');
  expect(await approveWithdrawal(world, id, 'bert')).toEqual({ answer: 'approved', approvals: 2, needed: 2 });
  await world.look();
  expect(await stateOf(member, id)).toBe('done');
  expect(await approveWithdrawal(world, id, 'carl')).toEqual({ answer: 'over' });
  const { rows } = await world.database.pool.query(
    'select operator, verdict from withdrawal_verdict where withdrawal_id = $1 order by operator',
    [id],
  );
  expect(rows).toEqual([
    { operator: 'anna', verdict: 'approved' },
    { operator: 'bert', verdict: 'approved' },
  ]);
});

test('two approvals do not cut the review time short', async () => {
  const { member, id } = await large();
  await Promise.all(['anna', 'bert'].map((operator) => approveWithdrawal(world, id, operator)));
  await world.look();
  expect(await stateOf(member, id)).toBe('inReview');
  expect((await world.cancel(member, id)).state).toBe('cancelled');
});

test('an operator refuses for a reason of the closed list, and the hold comes back once', async () => {
  const { member, id } = await large();
  const answers = await Promise.all(
    ['anna', 'bert', 'anna'].map((operator) => refuseWithdrawal(world, id, operator, 'nameMismatch')),
  );
  expect(answers.filter(({ answer }) => answer === 'refused')).toHaveLength(1);
  expect(await world.store.find(member, id)).toMatchObject({ state: 'refused', reason: 'nameMismatch' });
  expect(await world.balances(member)).toEqual({ available: 50_000, withdrawing: 0 });
  expect(await approveWithdrawal(world, id, 'dora')).toEqual({ answer: 'over' });
});

test('whoever approved does not refuse, a small one needs nobody, and an unknown id is said to be unknown', async () => {
  const { id } = await large();
  await approveWithdrawal(world, id, 'anna');
  expect(await refuseWithdrawal(world, id, 'anna', 'noDestination')).toEqual({ answer: 'saidOtherwise' });
  const small = await world.request(await world.member(10), 5);
  expect(await approveWithdrawal(world, small.id, 'anna')).toEqual({ answer: 'needsNobody' });
  expect(await approveWithdrawal(world, '0000000000000000', 'anna')).toEqual({ answer: 'unknown' });
});

test('the database takes no verdict back, no reason that is not on the list, and no step backwards', async () => {
  const { member, id } = await large();
  await approveWithdrawal(world, id, 'anna');
  const { pool } = world.database;
  const attempts = [
    `update withdrawal_verdict set operator = 'bert' where withdrawal_id = '${id}'`,
    `delete from withdrawal_verdict where withdrawal_id = '${id}'`,
    `update withdrawal set state = 'refused', reason = 'weightTooLow', ended_at = now() where id = '${id}'`,
    `update withdrawal set state = 'done', sent_at = now(), ended_at = now() where id = '${id}'`,
    `update withdrawal set amount = 1 where id = '${id}'`,
    `update withdrawal set approvals_needed = 0, state = 'inReview' where id = '${id}'`,
    `delete from withdrawal where id = '${id}'`,
  ];
  for (const attempt of attempts) await expect(pool.query(attempt), attempt).rejects.toThrow();
  expect(await stateOf(member, id)).toBe('requested');
});
