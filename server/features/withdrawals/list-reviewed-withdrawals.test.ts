import { expect, test } from 'vitest';
import { hashOfContent } from '#server/platform/approvals/approvals.ts';
import { memberNumbers } from '#server/platform/member-number.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { insertOperators, owner } from '#server/platform/operators/operators.fixture.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { listReviewedWithdrawals } from './list-reviewed-withdrawals.ts';
import { approveWithdrawal, withdrawalContent } from './review-withdrawal.ts';
import { reviewedWithdrawals } from './reviewed-withdrawals.ts';
import { findWithdrawal } from './withdrawal-store.ts';
import { loginPassword, micro, minuteMs, openWorldForFile, someAddress } from './withdrawal-world.fixture.ts';

const world = await openWorldForFile();
const desk = { ...world, memberNumbers: memberNumbers(Buffer.alloc(32, 7)) };

const [anna, bert] = [owner('anna'), owner('bert')];
const support: ActingOperator = { operator: 'sue', role: 'support' };
await insertOperators(world.database.owner, { sue: 'support' });

async function listedTo(by: ActingOperator, id: string) {
  return (await listReviewedWithdrawals(desk, '', by)).find((one) => one.id === id);
}

test('a withdrawal below the limit is listed with what an operator refuses it by, and takes no approval', async () => {
  const member = await world.member(100);
  const { id } = await world.request(member, 60);
  const stored = await findWithdrawal(world.tables, member, id);
  if (!stored) throw new Error('the withdrawal is not stored');
  const hash = hashOfContent(withdrawalContent(stored)).toString('hex');
  const reference = `${desk.memberNumbers.numberOf(member)}.${id}`;
  const listed = await listedTo(anna, id);
  expect(listed).toMatchObject({ approvalsNeeded: 0, approvedBy: [], approval: { id: reference, hash } });
  expect(listed).toMatchObject({ mayApprove: false, mayRefuse: true });
  expect(await listedTo(support, id)).toMatchObject({ mayApprove: false, mayRefuse: false });
  const looks = await world.database.pool.query(
    `select operator, subject from operator_act where act = 'listViewed' order by id`,
  );
  expect(looks.rows).toEqual(['anna', 'sue'].map((operator) => ({ operator, subject: 'list withdrawals' })));
  // What could be another withdrawal's is another content: nothing that was seen of one approves the other.
  const others = { memberId: 0n, id: 'other', method: 'address', amount: micro(61), fee: micro(2), destination: 'x' };
  for (const [name, value] of Object.entries(others)) {
    const content = withdrawalContent({ ...stored, [name]: value });
    expect(hashOfContent(content).toString('hex'), name).not.toBe(hash);
  }
  const decision = { id: `${member}.${id}`, hash, decision: 'refused', reason: 'nameMismatch', by: anna } as const;
  const inOwnWords = reviewedWithdrawals(world).decide({ ...decision, reason: 'too large' });
  await expect(inOwnWords).rejects.toMatchObject({ code: 'actReasonUnknown' });
  expect(await world.stateOf(member, id)).toBe('requested');
  expect(await reviewedWithdrawals(world).decide(decision)).toMatchObject({ status: 'refused' });
  expect(await world.stateOf(member, id)).toBe('refused');
  expect(await listedTo(anna, id)).toBeUndefined();
});

test('above the limit each operator may approve once, and refuse what that operator did not approve', async () => {
  const member = await world.member(50_000);
  const { id } = await world.request(member, 20_000);
  expect(await listedTo(anna, id)).toMatchObject({ mayApprove: true, mayRefuse: true });
  const waiting = async () => (await reviewedWithdrawals(world).list(50)).find((one) => one.id === `${member}.${id}`);
  const isWaiting = async () => (await waiting()) !== undefined;
  const { hash = '' } = (await waiting()) ?? {};
  const decision = { id: `${member}.${id}`, hash, decision: 'approved', reason: 'known to us', by: anna } as const;
  expect(await reviewedWithdrawals(world).decide(decision)).toEqual({ status: 'open', approvals: 1, needed: 2 });
  expect(await isWaiting()).toBe(true);
  expect(await listedTo(anna, id)).toMatchObject({ approvedBy: ['anna'], mayApprove: false, mayRefuse: false });
  expect(await listedTo(bert, id)).toMatchObject({ approvedBy: ['anna'], mayApprove: true, mayRefuse: true });
  await approveWithdrawal(world, id, bert);
  // Approved by enough, and still in review: it waits for nobody, and a third operator may refuse it until it is sent.
  expect(await isWaiting()).toBe(false);
  expect(await listedTo(owner('carl'), id)).toMatchObject({ approvals: 2, mayApprove: false, mayRefuse: true });
  const refusal = { ...decision, decision: 'refused', reason: 'noDestination', by: owner('carl') } as const;
  expect(await reviewedWithdrawals(world).decide(refusal)).toEqual({ status: 'refused', approvals: 0, needed: 2 });
  expect(await listedTo(bert, id)).toBeUndefined();
});

test('withdrawals that are approved and stay in review, as those of frozen accounts do, take no place in the list of what waits', async () => {
  const [approved, waiting] = [await world.member(50_000), await world.member(50_000)];
  const first = await world.request(approved, 20_000);
  for (const by of [anna, bert]) await approveWithdrawal(world, first.id, by);
  world.clock.advance(1);
  const second = await world.request(waiting, 20_000);
  expect((await reviewedWithdrawals(world).list(1)).map(({ id }) => id)).toEqual([`${waiting}.${second.id}`]);
  for (const [member, { id }] of [
    [approved, first],
    [waiting, second],
  ] as const)
    await world.cancel(member, id);
});

test('what all members asked to be paid to the same destination since a day before stands beside each of them', async () => {
  const [one, other] = [await world.member(50_000), await world.member(100)];
  const to = { method: 'address', address: someAddress, login: loginPassword } as const;
  const large = await world.request(one, 12_000, to);
  // What was taken back is not asked for any more.
  await cancelWithdrawal(world, other, (await world.request(other, 5, to)).id);
  const small = await world.request(other, 20, to);
  expect(small.approvalsNeeded).toBe(2);
  // At the end of the day itself it no longer counts.
  world.clock.advance(24 * 60 * minuteMs - 1);
  const last = await world.request(other, 1, to);
  expect(await listedTo(anna, last.id)).toMatchObject({ approvalsNeeded: 2, toDestination: micro(12_021) });
  world.clock.advance(1);
  const later = await world.request(other, 30, to);
  // A page begins after the one that it names.
  const page = (await listReviewedWithdrawals(desk, last.id, anna)).map(({ id }) => id);
  expect(page).toEqual([later.id]);
  expect(await listedTo(anna, small.id)).toMatchObject({ toDestination: micro(12_051) });
  expect(await listedTo(anna, large.id)).toMatchObject({ toDestination: micro(12_051) });
  expect(await listedTo(anna, later.id)).toMatchObject({ approvalsNeeded: 0, toDestination: micro(31) });
});
