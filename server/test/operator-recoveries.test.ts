import { expect, test } from 'vitest';
import { passwordRequestMs, recoveryWaitMs } from '#core/recovery/rules.ts';
import { cancelRecovery } from '#server/features/identity/cancel-recovery.ts';
import { closePasswordRequests } from '#server/features/identity/close-password-requests.ts';
import { newOwner, outcomeOf } from '#server/features/identity/factors/second-factor.fixture.ts';
import { listEndedRecoveries } from '#server/features/identity/list-ended-recoveries.ts';
import { listOpenRecoveries } from '#server/features/identity/list-open-recoveries.ts';
import { listPasswordRequests } from '#server/features/identity/list-password-requests.ts';
import { finishRecoveries } from '#server/features/identity/recovery/finish-recoveries.ts';
import { approvalLifeMs } from '#server/features/identity/recovery/review-recovery.ts';
import { stopForUsedProof } from '#server/features/identity/recovery/stop-recovery.ts';
import { changeOperator, insertOperators } from '#server/platform/operators/operators.fixture.ts';
import type { Operator } from '#server/platform/session.ts';
import { anHourMs } from './identity.fixture.ts';
import {
  abe,
  accounts,
  actsOn,
  anna,
  as,
  database,
  decide,
  endedOf,
  fay,
  guarded,
  memberNumbers,
  node,
  openOf,
  propose,
  published,
  reason,
  recovery,
  requestFor,
  sam,
  sue,
} from './recovery-console.fixture.ts';

test('one operator asks, another approves exactly that, and who decided stays with the outcome', async () => {
  const { memberId, number } = await guarded('consoled1');
  published.length = 0;
  await propose(number);
  expect(published).toEqual([{ subject: 'approvals', id: '' }]);
  const asked = await openOf(number);
  expect(asked).toMatchObject({ username: 'consoled1', lost: 'secondFactors', request: null, state: 'waiting' });
  expect(asked).toMatchObject({ needed: 2, takesEffectAt: null, expiresAt: asked.askedAt + approvalLifeMs });
  expect(asked.decisions).toEqual([{ operator: 'sue', decision: 'approved', reason, at: node.wallNow() }]);
  const changed = { ...asked, approval: { ...asked.approval, hash: 'f'.repeat(64) } };
  expect(await decide(changed, sam)).toBe('approvalChanged');
  expect(await decide(asked, sam)).toEqual({ status: 'approved', approvals: 2, needed: 2 });
  const takesEffectAt = node.wallNow() + recoveryWaitMs;
  expect(await openOf(number)).toMatchObject({ state: 'approved', takesEffectAt, mayApprove: false, mayRefuse: true });
  accounts.passTime(recoveryWaitMs);
  const effects = {
    lock: async () => undefined,
    endSessions: async () => ({ count: 0, announce: async () => undefined }),
    removeFactors: async () => undefined,
    freeze: async () => undefined,
  };
  published.length = 0;
  await finishRecoveries({ ...recovery, effects });
  expect(published).toEqual([{ subject: 'approvals', id: '' }]);
  const [ended] = await endedOf(number);
  const endedAt = node.wallNow();
  expect(ended).toMatchObject({ outcome: 'done', username: 'consoled1', lost: 'secondFactors', endedAt });
  expect(ended?.decisions.map(({ operator, decision }) => `${operator} ${decision}`)).toEqual([
    'sue approved',
    'sam approved',
  ]);
  expect(await actsOn(memberId)).toEqual([`sue recoveryApproved: ${reason}`, `sam recoveryApproved: ${reason}`]);
});

test('one operator is never two: neither by deciding nor by asking again, at once as well', async () => {
  const { memberId, number } = await guarded('consoled2');
  const answers = await Promise.all([propose(number), propose(number), propose(number, anna)]);
  expect(answers.filter((answer) => answer === 'recoveryOpen')).toHaveLength(2);
  const asked = await openOf(number);
  const [{ operator } = { operator: '' }] = asked.decisions;
  const first = operator === 'sue' ? sue : anna;
  expect(await decide(asked, first)).toBe('approvalOwn');
  // Asking is no approval of what another operator asked for: that one decides on what is shown.
  expect(await propose(number, sam)).toBe('recoveryOpen');
  expect(await openOf(number)).toMatchObject({ state: 'waiting', decisions: [{ operator }] });
  expect(await actsOn(memberId)).toEqual([`${operator} recoveryApproved: ${reason}`]);
});

test('owner and support decide, finance and auditor only see; an operator whose role has ended asks for nothing', async () => {
  const { memberId, number } = await guarded('consoled3');
  await propose(number);
  const mayOf = async (by: Operator) => {
    const { mayApprove, mayRefuse } = await openOf(number, by);
    return [mayApprove, mayRefuse];
  };
  expect(await mayOf(sue)).toEqual([false, true]);
  for (const by of [anna, sam]) expect(await mayOf(by), by.operator).toEqual([true, true]);
  for (const by of [fay, abe]) {
    expect(await mayOf(by), by.operator).toEqual([false, false]);
    for (const decision of ['approved', 'refused'] as const)
      expect(await decide(await openOf(number), by, decision), by.operator).toBe('notPermitted');
  }
  const other = await guarded('consoled4');
  expect(await propose(other.number, { ...sue, role: 'owner' })).toBe('notPermitted');
  await expect(propose(other.number, fay)).rejects.toThrow('no operator who decides');
  expect(await actsOn(other.memberId)).toEqual([]);
  expect((await listOpenRecoveries(recovery, {}, sam)).map(({ member }) => member)).not.toContain(other.number);
  expect(await actsOn(memberId)).toHaveLength(1);
});

test('the approval of an operator whose role was taken away in the meantime begins no wait', async () => {
  const { number } = await guarded('consoled5');
  await insertOperators(database.owner, { ron: 'support' });
  await propose(number, as('ron', 'support'));
  await changeOperator(database.owner, 'ron', 'finance');
  expect(await decide(await openOf(number), sam)).toEqual({ status: 'open', approvals: 1, needed: 2 });
  expect(await openOf(number)).toMatchObject({ state: 'waiting', takesEffectAt: null, approvedBy: ['sam'] });
  expect(await decide(await openOf(number), sue)).toEqual({ status: 'approved', approvals: 2, needed: 2 });
  expect(await openOf(number)).toMatchObject({ state: 'approved', approvedBy: ['ron', 'sam', 'sue'] });
});

test('what is over is in the list of the ended with its outcome, and takes no decision any more', async () => {
  const ends = {
    refused: async (member: string) => void (await decide(await openOf(member), sue, 'refused')),
    factorUsed: async (member: string) => await stopForUsedProof(recovery, memberNumbers.idOf(member) ?? 0n, 'factor'),
    cancelled: async (member: string) => {
      await decide(await openOf(member), sam);
      published.length = 0;
      await cancelRecovery(recovery, memberNumbers.idOf(member) ?? 0n);
    },
    expired: async (member: string) => {
      accounts.passTime(approvalLifeMs);
      const lapsed = await openOf(member);
      expect(lapsed).toMatchObject({ state: 'lapsed', mayApprove: false, mayRefuse: true });
      expect(await decide(lapsed, sam)).toBe('approvalExpired');
      expect(await propose(member, sam)).toHaveProperty('id');
    },
  };
  let last = '';
  for (const [index, [outcome, end]] of Object.entries(ends).entries()) {
    const { number } = await guarded(`overdone${index}`);
    last = number;
    await propose(number);
    const asked = await openOf(number);
    published.length = 0;
    await end(number);
    expect(published, outcome).toEqual([{ subject: 'approvals', id: '' }]);
    expect(await endedOf(number)).toMatchObject([{ outcome, lost: 'secondFactors', endedAt: node.wallNow() }]);
    for (const decision of ['approved', 'refused'] as const)
      expect(await decide(asked, anna, decision), outcome).toBe('approvalOver');
  }
  // Where the second approval did not come in time, the next operator begins anew, as the first of two.
  const again = await openOf(last);
  expect(again.decisions.map(({ operator }) => operator)).toEqual(['sam']);
});

test('a recovery that two operators approved waits for its moment, however long ago it was asked for', async () => {
  const { number } = await guarded('approved1');
  await propose(number);
  accounts.passTime(approvalLifeMs - 1);
  expect(await decide(await openOf(number), sam)).toMatchObject({ status: 'approved' });
  accounts.passTime(anHourMs);
  expect(await propose(number, anna)).toBe('recoveryOpen');
  expect(await openOf(number)).toMatchObject({ state: 'approved', mayApprove: false });
  expect(await endedOf(number)).toEqual([]);
});

test('a member without an authenticator app has nothing to recover, and an unknown number is refused', async () => {
  const { member } = await newOwner(node, 'nothing1');
  expect(await propose(memberNumbers.numberOf(member.memberId))).toBe('nothingToRecover');
  expect(await propose('9999999999999999')).toBe('memberUnknown');
  expect(await actsOn(member.memberId)).toEqual([]);
});

test('requests for a password are listed by member without their numbers, and leave with the recovery or after seven days', async () => {
  const { member } = await newOwner(node, 'asking1');
  const number = memberNumbers.numberOf(member.memberId);
  const other = memberNumbers.numberOf((await newOwner(node, 'asking2')).member.memberId);
  await requestFor('nobody99');
  published.length = 0;
  const first = await requestFor('asking1');
  expect(published).toEqual([{ subject: 'approvals', id: '' }]);
  const firstAskedAt = node.wallNow();
  accounts.passTime(anHourMs);
  const second = await requestFor('asking1');
  await requestFor('asking2');
  const listed = await listPasswordRequests(recovery, {});
  expect(listed.map((one) => [one.username, one.requests])).toEqual([
    ['asking1', 2],
    ['asking2', 1],
  ]);
  const lastAskedAt = node.wallNow();
  expect(listed[0]).toMatchObject({ firstAskedAt, lastAskedAt, lapsesAt: lastAskedAt + passwordRequestMs });
  for (const id of [first, second]) expect(JSON.stringify(listed)).not.toContain(id);
  expect((await listPasswordRequests(recovery, { after: number })).map((one) => one.member)).toEqual([other]);
  expect(await outcomeOf(listPasswordRequests(recovery, { after: '9999999999999999' }))).toBe('recordUnknown');

  expect(await propose(other, sue, second)).toBe('passwordRequestUnknown');
  expect(await propose(number, sue, second)).toHaveProperty('id');
  expect(await openOf(number)).toMatchObject({ lost: 'everyWayIn', request: second });
  const [left] = await listPasswordRequests(recovery, {});
  expect(left).toMatchObject({ username: 'asking1', requests: 1, isBeingRecovered: true });
  accounts.passTime(approvalLifeMs);
  expect(await listPasswordRequests(recovery, {})).toContainEqual({ ...left, isBeingRecovered: false });
  accounts.passTime(passwordRequestMs);
  expect(await listPasswordRequests(recovery, {})).toEqual([]);
});

test('requests are closed as they were seen, once, with a reason that the member reads; a later one and one of a recovery stay', async () => {
  const { member } = await newOwner(node, 'closing1');
  const { memberId } = member;
  const number = memberNumbers.numberOf(memberId);
  const bystander = memberNumbers.numberOf((await newOwner(node, 'closing2')).member.memberId);
  await requestFor('closing2');
  const begun = await requestFor('closing1');
  await propose(number, sue, begun);
  accounts.passTime(anHourMs);
  const closed = await requestFor('closing1');
  const through = String(node.wallNow());
  accounts.passTime(anHourMs);
  const later = await requestFor('closing1');
  const close = (by: Operator, given = through, of = number) =>
    outcomeOf(closePasswordRequests(recovery, { member: of, through: given, reason: 'notByOwner' }, by));

  expect(await close({ ...sue, role: 'owner' })).toBe('notPermitted');
  const before = await actsOn(memberId);
  published.length = 0;
  const answers = await Promise.all([close(sue), close(sam), close(sue)]);
  expect(answers.filter((answer) => answer === 'passwordRequestUnknown')).toHaveLength(2);
  expect(answers.filter((answer) => typeof answer === 'object')).toEqual([{ closed: 1 }]);
  expect(published).toEqual([{ subject: 'approvals', id: '' }]);
  const [act = '', ...others] = (await actsOn(memberId)).slice(before.length);
  expect([act.replace(/^\w+ /, ''), others]).toEqual(['passwordRequestsClosed: notByOwner', []]);
  const shown = await database.pool.query(
    `select o.act from security_act as s join operator_act as o on o.id = s.operator_act
     where s.member_id = $1 and o.act = 'passwordRequestsClosed'`,
    [memberId],
  );
  expect(shown.rows).toHaveLength(1);

  expect((await listPasswordRequests(recovery, {})).map((one) => [one.member, one.requests])).toEqual(
    expect.arrayContaining([
      [bystander, 1],
      [number, 1],
    ]),
  );
  expect(await openOf(number)).toMatchObject({ request: begun });
  await decide(await openOf(number), sam, 'refused');
  // No list shows either of them any more.
  expect(await propose(number, sue, begun)).toBe('passwordRequestUnknown');
  expect(await propose(number, sue, closed)).toBe('passwordRequestUnknown');
  expect(await propose(number, sue, later)).toHaveProperty('id');
  expect(await close(sue, through, '9999999999999999')).toBe('memberUnknown');
  expect(await close(sue, String(node.wallNow()))).toBe('passwordRequestUnknown');
  // What has lapsed needs no closing.
  accounts.passTime(passwordRequestMs);
  expect(await close(sue, String(node.wallNow()), bystander)).toBe('passwordRequestUnknown');
});

test('both lists are read page by page, none twice and none left out', async () => {
  for (let member = 0; member < 22; member += 1) await propose((await guarded(`paged${member}x`)).number);
  const open = await listOpenRecoveries(recovery, {}, sam);
  expect(open).toHaveLength(20);
  const next = await listOpenRecoveries(recovery, { after: open.at(-1)?.id }, sam);
  const ids = [...open, ...next].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
  for (const one of [...open, ...next].filter(({ username }) => username.startsWith('paged')))
    await decide(one, sue, 'refused');
  const ended = await listEndedRecoveries(recovery, {});
  const earlier = await listEndedRecoveries(recovery, { before: ended.at(-1)?.id });
  const over = [...ended, ...earlier].filter(({ username }) => username?.startsWith('paged'));
  expect([over.length, new Set(over.map(({ id }) => id)).size]).toEqual([22, 22]);
  expect(await outcomeOf(listOpenRecoveries(recovery, { after: 'NOSUCH' }, sam))).toBe('recordUnknown');
  expect(await outcomeOf(listEndedRecoveries(recovery, { before: 'NOSUCH' }))).toBe('recordUnknown');
});
