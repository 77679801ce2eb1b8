// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { listOpenDeposits, refuseDeposit } from '#contract/deposits-operators.ts';
import { decideApproval, listApprovals } from '#contract/operators-approvals.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { listMemberRecords } from '#contract/wallet-operators.ts';
import { getPayoutTimes } from '#contract/withdrawals.ts';
import { listReviewedWithdrawals } from '#contract/withdrawals-operators.ts';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Approvals } from './approvals.tsx';
import { Money } from './money.tsx';
import { OpenDeposits } from './open-deposits.tsx';
import { PayoutTimes } from './payout-times.tsx';
import { ReviewedWithdrawals } from './reviewed-withdrawals.tsx';
import { answerMember } from './samples-members.fixture.ts';
import { answerPayments, approvals, deposits, withdrawals } from './samples-money.fixture.ts';

beforeAll(useConsoleInEnglish);

function payments(role: OperatorRole) {
  const server = operatorServer(role);
  answerPayments(server);
  answerMember(server);
  server.answer(listMemberRecords, []);
  server.answer(listApprovals, approvals);
  return server;
}

test('the payments that are under way', async () => {
  payments('owner');
  await expectOutline(mountDesk(<Money />).container);
});

test('each withdrawal of every state, opened by an operator who may decide', async () => {
  payments('finance');
  const desk = mountDesk(<ReviewedWithdrawals />);
  await expect.poll(() => desk.hasButton('Review')).toBe(true);
  for (const [place, { id }] of withdrawals.entries()) {
    await desk.press('Review', place);
    await expectOutline(place === 0 ? desk.container : desk.card(`Withdrawal ${id}`));
    await desk.press('Close');
  }
});

test('the dialogs of a withdrawal: an approval, a refusal with its reasons, and one that is refused', async () => {
  const server = payments('finance');
  const desk = mountDesk(<ReviewedWithdrawals />);
  await expect.poll(() => desk.hasButton('Review')).toBe(true);
  await desk.press('Review', 2);
  await desk.press('Approve');
  await expectOutline(desk.openDialog());
  await desk.confirm('Cancel');
  server.refuse(decideApproval, 'approvalChanged', 'What you saw has changed');
  await desk.press('Refuse');
  await desk.choose('Reason', 'noDestination');
  await desk.confirm('Refuse');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.openDialog());
});

test('each deposit of every state, opened by an operator who may decide', async () => {
  payments('owner');
  const desk = mountDesk(<OpenDeposits />);
  await expect.poll(() => desk.hasButton('Show')).toBe(true);
  for (const [place, { id }] of deposits.entries()) {
    await desk.press('Show', place);
    await expectOutline(place === 0 ? desk.container : desk.card(`Deposit ${id}`));
    await desk.press('Close');
  }
});

test('the dialogs of a deposit: its proof looked at, a refusal with its reasons, and one that is refused', async () => {
  const server = payments('owner');
  const desk = mountDesk(<OpenDeposits />);
  await expect.poll(() => desk.hasButton('Show')).toBe(true);
  await desk.press('Show', 0);
  await desk.press('Proof looked at');
  await expectOutline(desk.openDialog());
  await desk.confirm('Cancel');
  server.refuse(refuseDeposit, 'depositArrived', 'Something came in');
  await desk.press('Refuse the deposit');
  await desk.choose('Reason', 'announcedTwice');
  await desk.confirm('Refuse the deposit');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.openDialog());
});

test('the payments as an auditor sees them, a deposit open', async () => {
  payments('auditor');
  const desk = mountDesk(<OpenDeposits />);
  await expect.poll(() => desk.hasButton('Show')).toBe(true);
  await desk.press('Show', 0);
  await expectOutline(desk.container);
});

test('without payments, and without measured times', async () => {
  const server = operatorServer('support');
  server.answer(getPayoutTimes, { count: 0, medianSeconds: null, percentile95Seconds: null });
  server.answer(listReviewedWithdrawals, []);
  server.answer(listOpenDeposits, []);
  await expectOutline(mountDesk(<Money />).container);
});

test('payments that are still read, refused, and without a connection', async () => {
  const server = operatorServer('support');
  const { release } = server.hold(getPayoutTimes, { count: 1, medianSeconds: 2, percentile95Seconds: 3 });
  const desk = mountDesk(<PayoutTimes />);
  expect(desk.words()).toBe('Time to payout, last 30 days');
  release();
  server.refuse(listReviewedWithdrawals, 'withdrawalUnknown', 'This withdrawal is not known');
  server.loseConnection(listOpenDeposits);
  desk.rerender(<Money />);
  await expect.poll(() => desk.facts('Payouts')).toEqual(['1']);
  await expectOutline(desk.container);
});

test('what waits, of every kind, for an operator who may decide on some', async () => {
  operatorServer('finance').answer(listApprovals, approvals);
  await expectOutline(mountDesk(<Approvals />).container);
});

test('what waits as an auditor sees it, who decides on nothing', async () => {
  operatorServer('auditor', 'olga').answer(
    listApprovals,
    approvals.map((one) => ({ ...one, mayDecide: false })),
  );
  await expectOutline(mountDesk(<Approvals />).container);
});

test('nothing waits for a second operator', async () => {
  operatorServer('finance').answer(listApprovals, []);
  await expectOutline(mountDesk(<Approvals />).container);
});

test('the dialogs of what waits: an approval that is refused, a refusal, and a withdrawal’s', async () => {
  const server = operatorServer('owner');
  server.answer(listApprovals, approvals);
  server.refuse(decideApproval, 'approvalOwn', 'You have approved this yourself');
  const desk = mountDesk(<Approvals />);
  await expect.poll(() => desk.hasButton('Approve')).toBe(true);
  await actFor(desk, 'Approve', 'agreed with bert');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.openDialog());
  await desk.confirm('Cancel');
  for (const place of [0, 1]) {
    await desk.press('Refuse', place);
    await expectOutline(desk.openDialog());
    await desk.confirm('Cancel');
  }
});
