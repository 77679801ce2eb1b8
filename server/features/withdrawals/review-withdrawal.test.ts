import { expect, test } from 'vitest';
import { insertDecision } from '#server/platform/approvals/approvals.fixture.ts';
import { approvalCountsMs } from '#server/platform/approvals/approvals.ts';
import { changeOperator, insertOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { endWithdrawal } from './end-withdrawal.ts';
import { approveWithdrawal, refuseWithdrawal } from './review-withdrawal.ts';
import { reviewedWithdrawals } from './reviewed-withdrawals.ts';
import { findWithdrawal, moveWithdrawalOn } from './withdrawal-store.ts';
import { payOf, returnOf } from './withdrawal-transfers.ts';
import { minuteMs, openWorldForFile } from './withdrawal-world.fixture.ts';

const world = await openWorldForFile();

async function large(): Promise<{ member: bigint; id: string }> {
  const member = await world.member(50_000);
  const { id, approvalsNeeded } = await world.request(member, 10_000.000001);
  expect(approvalsNeeded).toBe(2);
  return { member, id };
}

test('over the limit a withdrawal waits for two operators of different names, then is paid out by the poll', async () => {
  const { member, id } = await large();
  world.clock.advance(24 * 60 * minuteMs);
  await world.look();
  expect(await world.stateOf(member, id)).toBe('inReview');
  expect(await approveWithdrawal(world, id, owner('anna'))).toEqual({ outcome: 'open', approvals: 1, needed: 2 });
  expect(await approveWithdrawal(world, id, owner('anna'))).toEqual({ outcome: 'open', approvals: 1, needed: 2 });
  await world.look();
  expect(await world.stateOf(member, id)).toBe('inReview');
  expect(await approveWithdrawal(world, id, owner('bert'))).toEqual({ outcome: 'approved', approvals: 2, needed: 2 });
  await world.look();
  expect(await world.stateOf(member, id)).toBe('done');
  expect(await approveWithdrawal(world, id, owner('carl'))).toEqual({ outcome: 'over' });
  const { rows } = await world.database.pool.query(
    `select operator, decision from approval_decision where kind = 'withdrawal' and reference = $1 order by operator`,
    [`${member}.${id}`],
  );
  expect(rows).toEqual([
    { operator: 'anna', decision: 'approved' },
    { operator: 'bert', decision: 'approved' },
  ]);
});

test('an approval that is alone lapses after a day and leaves the withdrawal as it is: in review, for two operators anew', async () => {
  const { member, id } = await large();
  const yesterday = { ...world, wallNow: () => Date.now() - approvalCountsMs };
  await approveWithdrawal(yesterday, id, owner('anna'));
  expect(await findWithdrawal(world.tables, member, id)).toMatchObject({ state: 'requested', approvals: 0 });
  expect(await approveWithdrawal(world, id, owner('bert'))).toEqual({ outcome: 'open', approvals: 1, needed: 2 });
  world.clock.advance(24 * 60 * minuteMs);
  await world.look();
  expect(await world.stateOf(member, id)).toBe('inReview');
  expect(await world.balances(member)).toEqual({ available: 50_000 - 10_000.000001, withdrawing: 10_000.000001 });
  expect(await approveWithdrawal(world, id, owner('anna'))).toEqual({ outcome: 'approved', approvals: 2, needed: 2 });
  await world.look();
  expect(await world.stateOf(member, id)).toBe('done');
});

test('an approval of an operator whose role was taken away in the meantime does not count for a withdrawal', async () => {
  const { member, id } = await large();
  await insertOperators(world.database.owner, { paula: 'finance' });
  await approveWithdrawal(world, id, { operator: 'paula', role: 'finance' });
  await changeOperator(world.database.owner, 'paula', 'support');
  expect(await approveWithdrawal(world, id, owner('bert'))).toEqual({ outcome: 'open', approvals: 1, needed: 2 });
  world.clock.advance(24 * 60 * minuteMs);
  await world.look();
  expect(await world.stateOf(member, id)).toBe('inReview');
  await approveWithdrawal(world, id, owner('carl'));
  await world.look();
  expect(await world.stateOf(member, id)).toBe('done');
});

test('two approvals do not cut the review time short', async () => {
  const { member, id } = await large();
  const isListed = async () =>
    (await reviewedWithdrawals(world).list(1_000)).some((one) => one.id === `${member}.${id}`);
  expect(await isListed()).toBe(true);
  await Promise.all(['anna', 'bert'].map((operator) => approveWithdrawal(world, id, owner(operator))));
  await world.look();
  expect(await world.stateOf(member, id)).toBe('inReview');
  // No operator has anything left to decide.
  expect(await isListed()).toBe(false);
  expect((await world.cancel(member, id)).state).toBe('cancelled');
});

test('an operator refuses for a reason of the closed list, and the hold comes back once', async () => {
  const { member, id } = await large();
  const answers = await Promise.all(
    ['anna', 'bert', 'anna'].map((operator) => refuseWithdrawal(world, id, owner(operator), 'nameMismatch')),
  );
  const refusers = ['anna', 'bert', 'anna'].filter((_, place) => answers[place]?.outcome === 'refused');
  expect(new Set(refusers).size).toBe(1);
  expect(await findWithdrawal(world.tables, member, id)).toMatchObject({ state: 'refused', reason: 'nameMismatch' });
  expect(await world.balances(member)).toEqual({ available: 50_000, withdrawing: 0 });
  expect(await approveWithdrawal(world, id, owner('dora'))).toEqual({ outcome: 'over' });
});

test('a refusal whose hold the poll returned first is a refusal all the same; one that the member overtook is over', async () => {
  const beforeReturn = (act: () => Promise<unknown>) => ({
    ...world,
    ledger: {
      submit: async (...transfers: Parameters<typeof world.ledger.submit>) => {
        await act();
        return await world.ledger.submit(...transfers);
      },
    },
  });
  const returned = await large();
  const refused = refuseWithdrawal(beforeReturn(world.look), returned.id, owner('anna'), 'nameMismatch');
  expect(await refused).toEqual({ outcome: 'refused', needed: 2 });
  expect(await world.balances(returned.member)).toEqual({ available: 50_000, withdrawing: 0 });
  const cancelled = await large();
  const cancel = () => world.cancel(cancelled.member, cancelled.id);
  expect(await refuseWithdrawal(beforeReturn(cancel), cancelled.id, owner('anna'), 'nameMismatch')).toEqual({
    outcome: 'over',
  });
  expect(await world.balances(cancelled.member)).toEqual({ available: 50_000, withdrawing: 0 });
});

test('an operator who approved cannot refuse, a small one needs no approval, and an unknown id is reported as unknown', async () => {
  const { id } = await large();
  await approveWithdrawal(world, id, owner('anna'));
  expect(await refuseWithdrawal(world, id, owner('anna'), 'noDestination')).toEqual({ outcome: 'decidedOtherwise' });
  const small = await world.request(await world.member(10), 5);
  expect(await approveWithdrawal(world, small.id, owner('anna'))).toEqual({ outcome: 'needsNoApproval' });
  expect(await approveWithdrawal(world, '0000000000000000', owner('anna'))).toEqual({ outcome: 'unknown' });
});

test('the database refuses to change decisions, unlisted reasons and backward transitions', async () => {
  const { member, id } = await large();
  await approveWithdrawal(world, id, owner('anna'));
  const { owner: pool } = world.database;
  const attempts = [
    `update approval_decision set operator = 'bert' where reference = '${member}.${id}'`,
    `delete from approval_decision where reference = '${member}.${id}'`,
    `update approval set needed = 0 where reference = '${member}.${id}'`,
    `delete from approval where reference = '${member}.${id}'`,
    `update withdrawal set state = 'refused', reason = 'weightTooLow', ended_at = now() where id = '${id}'`,
    `update withdrawal set state = 'done', sent_at = now(), ended_at = now() where id = '${id}'`,
    `update withdrawal set amount = 1 where id = '${id}'`,
    ...['approvals_needed = 0', `destination = 'another'`, `destination_hash = sha256('another')`].map(
      (change) => `update withdrawal set ${change}, state = 'inReview' where id = '${id}'`,
    ),
    `delete from withdrawal where id = '${id}'`,
  ];
  for (const attempt of attempts) await expect(pool.query(attempt), attempt).rejects.toThrow();
  expect(await world.stateOf(member, id)).toBe('requested');
});

test('after a crash between refusal and return, the poll returns the hold, once', async () => {
  const { member, id } = await large();
  await approveWithdrawal(world, id, owner('anna'));
  const submit = async () => {
    throw new Error('cut off');
  };
  await expect(refuseWithdrawal({ ...world, ledger: { submit } }, id, owner('bert'), 'nameMismatch')).rejects.toThrow(
    'cut off',
  );
  expect(await world.stateOf(member, id)).toBe('requested');
  // It waits for no operator any more.
  expect((await reviewedWithdrawals(world).list(500)).map((one) => one.id)).not.toContain(`${member}.${id}`);
  expect(await approveWithdrawal(world, id, owner('carl'))).toEqual({ outcome: 'over' });
  await Promise.all([world.look(), world.look(), world.look()]);
  expect(await findWithdrawal(world.tables, member, id)).toMatchObject({ state: 'refused', reason: 'nameMismatch' });
  expect(await world.balances(member)).toEqual({ available: 50_000, withdrawing: 0 });
});

test('approved, refused and paid out at once, a withdrawal ends one way: a recorded refusal is never paid', async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 12; round++) {
    const { member, id } = await large();
    await approveWithdrawal(world, id, owner('anna'));
    world.clock.advance(24 * 60 * minuteMs);
    // In turn neither, the poll or the refusal has a head start.
    const refuse = () => refuseWithdrawal(world, id, owner('carl'), 'noDestination');
    const approveAndPay = async () => {
      await approveWithdrawal(world, id, owner('bert'));
      await world.look();
    };
    if (round % 3 === 1) await approveAndPay();
    if (round % 3 === 2) await refuse();
    await Promise.all([approveAndPay(), refuse(), world.look(), approveAndPay()]);
    await world.look();
    const { rows } = await world.database.pool.query(
      `select operator from approval_decision where reference = $1 and decision = 'refused'`,
      [`${member}.${id}`],
    );
    const state = await world.stateOf(member, id);
    outcomes.add(state ?? '');
    expect(state).toBe(rows.length === 1 ? 'refused' : 'done');
    expect((await world.balances(member)).available).toBe(state === 'refused' ? 50_000 : 50_000 - 10_000.000001);
  }
  expect([...outcomes].sort()).toEqual(['done', 'refused']);
});

test('the database sends no withdrawal without the approvals of different operators, nor one that was refused', async () => {
  const { pool } = world.database;
  const send = (id: string) => pool.query(`update withdrawal set state = 'sent', sent_at = now() where id = $1`, [id]);
  const { member, id } = await large();
  await world.look();
  await approveWithdrawal(world, id, owner('anna'));
  await approveWithdrawal(world, id, owner('anna'));
  await expect(send(id)).rejects.toThrow('2 operators');
  await approveWithdrawal(world, id, owner('bert'));
  await insertDecision(pool, 'withdrawal', `${member}.${id}`, 'carl', { decision: 'refused' });
  await expect(insertDecision(pool, 'withdrawal', `${member}.${id}`, 'carl')).rejects.toThrow('was refused');
  expect((await send(id)).rowCount).toBe(0);
  // One that needs no approval can be refused as well.
  const ofSmall = await world.member(10);
  const small = await world.request(ofSmall, 5);
  await world.look();
  expect(await refuseWithdrawal(world, small.id, owner('anna'), 'nameMismatch')).toEqual({
    outcome: 'refused',
    needed: 0,
  });
  expect(await world.stateOf(ofSmall, small.id)).toBe('refused');
});

test('approvals of one withdrawal count for no other of the member, and a refusal counts for none', async () => {
  const { member, id } = await large();
  const other = await world.request(member, 10_000.000001);
  for (const operator of ['anna', 'bert']) await approveWithdrawal(world, id, owner(operator));
  world.clock.advance(24 * 60 * minuteMs);
  await world.look();
  expect(await world.stateOf(member, id)).toBe('done');
  expect(await findWithdrawal(world.tables, member, other.id)).toMatchObject({ state: 'inReview', approvals: 0 });
  await approveWithdrawal(world, other.id, owner('anna'));
  const submit = async () => {
    throw new Error('cut off');
  };
  await expect(
    refuseWithdrawal({ ...world, ledger: { submit } }, other.id, owner('bert'), 'nameMismatch'),
  ).rejects.toThrow('cut off');
  expect(await findWithdrawal(world.tables, member, other.id)).toMatchObject({ state: 'inReview', approvals: 1 });
  await world.look();
  expect(await world.stateOf(member, other.id)).toBe('refused');
});

test('a withdrawal read before it was sent is neither returned nor cancelled by who read it', async () => {
  const member = await world.member(100);
  world.rail.answer = 'sent';
  const { id } = await world.request(member, 60);
  await world.look();
  const before = await findWithdrawal(world.tables, member, id);
  if (!before) throw new Error('the withdrawal is recorded');
  // Nor is it paid before it was sent.
  expect(await endWithdrawal(world.ledger, payOf(before))).toBe(false);
  world.clock.advance(10 * minuteMs);
  await world.look();
  expect(await world.stateOf(member, id)).toBe('sent');
  const refusal = { state: 'refused', reason: 'nameMismatch', from: 'review' } as const;
  expect(await endWithdrawal(world.ledger, returnOf(before, refusal))).toBe(false);
  expect(await endWithdrawal(world.ledger, returnOf(before, { state: 'cancelled' }))).toBe(false);
  expect(await world.balances(member)).toEqual({ available: 40, withdrawing: 60 });
  const cancel = `update withdrawal set state = 'cancelled', ended_at = now() where id = $1`;
  await expect(world.database.pool.query(cancel, [id])).rejects.toThrow('never goes back');
  world.rail.answer = 'paid';
  await world.look();
  expect(await world.stateOf(member, id)).toBe('done');
});

test('what is over stays as it is: in the database, and for who read it before', async () => {
  const member = await world.member(100);
  const { id } = await world.request(member, 60);
  world.clock.advance(10 * minuteMs);
  await world.look();
  const done = await findWithdrawal(world.tables, member, id);
  if (!done) throw new Error('the withdrawal is recorded');
  expect(done.state).toBe('done');
  for (const change of [
    `state = 'refused', reason = 'noDestination'`,
    `destination = 'another'`,
    `amount = amount + 1`,
    `state = 'cancelled'`,
  ]) {
    const attempt = world.database.owner.query(`update withdrawal set ${change} where id = '${id}'`);
    await expect(attempt, change).rejects.toMatchObject({ code: '23001' });
  }
  expect(await moveWithdrawalOn(world.tables, { ...done, state: 'inReview' }, { state: 'sent', sentAt: 0 })).toBe(
    false,
  );
  expect(await endWithdrawal(world.ledger, payOf(done))).toBe(false);
  // A transfer that another one took the key of says nothing of the withdrawal.
  const taken = { submit: async () => ({ status: 'refused', reason: 'keyConflict' }) as const };
  await expect(endWithdrawal(taken, payOf(done))).rejects.toThrow('keyConflict');
  // The hold is gone: who read it while it was in review finds it over, not an error.
  expect(await endWithdrawal(world.ledger, returnOf({ ...done, state: 'inReview' }, { state: 'cancelled' }))).toBe(
    false,
  );
});
