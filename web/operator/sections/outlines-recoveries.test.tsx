// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import {
  closePasswordRequests,
  type EndedRecovery,
  type ListedRecovery,
  listEndedRecoveries,
  listOpenRecoveries,
  listPasswordRequests,
  type PasswordRequests,
} from '#contract/identity-operators.ts';
import { decideApproval } from '#contract/operators-approvals.ts';
import type { OperatorRole } from '#contract/roles.ts';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Recoveries } from './recoveries.tsx';
import { hashOf, may } from './samples-money.fixture.ts';

beforeAll(useConsoleInEnglish);

const approvedByBert = { operator: 'bert', decision: 'approved' as const, reason: 'seen the passport' };
const first = { ...approvedByBert, at: may(3, 4, 5, 6) };

/** Waiting, lapsed, approved by others, and approved by this operator. */
const open: ListedRecovery[] = [
  {
    ...{ id: 'R000000000000005', member: '1111222233334444', username: 'zoe', lost: 'everyWayIn', request: 'REQ1' },
    ...{ state: 'waiting', needed: 2, approvedBy: ['bert'], expiresAt: may(4, 4, 5, 6), takesEffectAt: null },
    ...{ askedAt: may(3, 4, 5, 6), approval: { id: '1111222233334444.R5', hash: hashOf('a1') }, mayApprove: true },
    ...{ mayRefuse: true, decisions: [first] },
  },
  {
    ...{ id: 'R000000000000002', member: '5555222233334444', username: 'yan', lost: 'secondFactors', request: null },
    ...{
      state: 'approved',
      needed: 2,
      approvedBy: ['carl', 'bert'],
      expiresAt: may(2, 1, 1, 1),
      askedAt: may(1, 1, 1, 1),
    },
    ...{ takesEffectAt: may(5, 2, 3, 4), approval: { id: '5555222233334444.R2', hash: hashOf('b2') } },
    ...{ mayApprove: false, mayRefuse: true },
    decisions: [
      { ...approvedByBert, operator: 'carl', reason: 'called back', at: may(1, 1, 1, 1) },
      { ...approvedByBert, reason: 'asked three things', at: may(2, 2, 3, 4) },
    ],
  },
  {
    ...{ id: 'R000000000000009', member: '7777222233334444', username: 'xia', lost: 'everyWayIn', request: 'REQ9' },
    ...{ state: 'lapsed', needed: 2, approvedBy: [], expiresAt: may(7, 8, 9, 10), askedAt: may(6, 8, 9, 10) },
    ...{ takesEffectAt: null, approval: { id: '7777222233334444.R9', hash: hashOf('c3') }, mayApprove: false },
    ...{ mayRefuse: false, decisions: [{ ...first, operator: 'dora', at: may(6, 8, 9, 10) }] },
  },
  {
    ...{ id: 'R000000000000001', member: '8888222233334444', username: 'wei', lost: 'secondFactors', request: null },
    ...{ state: 'waiting', needed: 3, approvedBy: ['anna'], expiresAt: may(9, 1, 2, 3), askedAt: may(8, 1, 2, 3) },
    ...{ takesEffectAt: null, approval: { id: '8888222233334444.R1', hash: hashOf('d4') }, mayApprove: false },
    ...{ mayRefuse: false, decisions: [{ ...first, operator: 'anna', reason: 'own', at: may(8, 1, 2, 3) }] },
  },
];

const requests: PasswordRequests[] = [
  {
    ...{ member: '5555222233334444', username: 'xia', requests: 2, firstAskedAt: may(2, 1, 1, 1), lapsesAt: may(9) },
    ...{ lastAskedAt: may(3, 2, 2, 2), isBeingRecovered: true },
  },
  {
    ...{ member: '2222333344445555', username: 'vera', requests: 17, firstAskedAt: may(1, 5, 5, 5), lapsesAt: may(8) },
    ...{ lastAskedAt: may(5, 6, 6, 6), isBeingRecovered: false },
  },
  {
    ...{ member: '9999333344445555', username: 'ada', requests: 1, firstAskedAt: may(4, 7, 7, 7), lapsesAt: may(10) },
    ...{ lastAskedAt: may(4, 7, 7, 7), isBeingRecovered: false },
  },
];

const outcomes = ['refused', 'done', 'expired', 'cancelled', 'passwordUsed', 'factorUsed'] as const;

const ended = outcomes.map(
  (outcome, place): EndedRecovery => ({
    ...{ id: `R00000000000001${place}`, member: `${place}000222233334444`, outcome },
    username: place === 2 ? null : `member${9 - place}`,
    lost: place === 2 ? null : place % 2 === 0 ? 'everyWayIn' : 'secondFactors',
    askedAt: may(10 - place, place, 1, 2),
    endedAt: may(20 - place, place, 3, 4),
    decisions:
      place === 4
        ? []
        : [
            { ...first, operator: `first${place}`, at: may(10 - place, place, 1, 2) },
            {
              ...first,
              operator: `second${place}`,
              decision: 'refused' as const,
              reason: `no ${place}`,
              at: may(15, place),
            },
          ].slice(0, (place % 2) + 1),
  }),
);

function recoveries(role: OperatorRole) {
  const server = operatorServer(role);
  server.answer(listOpenRecoveries, open);
  server.answer(listPasswordRequests, requests);
  server.answer(listEndedRecoveries, ended);
  return server;
}

test('recoveries of every state, requests, and every outcome, for an owner', async () => {
  recoveries('owner');
  await expectOutline(mountDesk(<Recoveries />).container);
});

test('the same for an auditor, who decides on nothing and closes nothing', async () => {
  recoveries('auditor').answer(
    listOpenRecoveries,
    open.map((one) => ({ ...one, mayApprove: false, mayRefuse: false })),
  );
  await expectOutline(mountDesk(<Recoveries />).container);
});

test('no recoveries and no requests', async () => {
  const server = operatorServer('support');
  server.answer(listOpenRecoveries, []);
  server.answer(listPasswordRequests, []);
  server.answer(listEndedRecoveries, []);
  await expectOutline(mountDesk(<Recoveries />).container);
});

test('lists that are refused', async () => {
  const server = operatorServer('support');
  server.refuse(listPasswordRequests, 'recordUnknown', 'There is no such record');
  server.refuse(listEndedRecoveries, 'recordUnknown', 'There is no such end');
  server.refuse(listOpenRecoveries, 'recordUnknown', 'There is no such recovery');
  await expectOutline(mountDesk(<Recoveries />).container);
});

test('the dialogs: an approval and a refusal of a recovery, and requests that are closed', async () => {
  const server = recoveries('support');
  server.refuse(decideApproval, 'approvalExpired', 'It has lapsed');
  server.refuse(closePasswordRequests, 'passwordRequestUnknown', 'These requests are over');
  const desk = mountDesk(<Recoveries />);
  await expect.poll(() => desk.hasButton('Approve')).toBe(true);
  for (const label of ['Approve', 'Refuse']) {
    await desk.press(label);
    await desk.write('Reason', 'called back');
    await desk.confirm(label);
    await expect.poll(desk.alerts).toHaveLength(1);
    await expectOutline(desk.openDialog());
    await desk.confirm('Cancel');
  }
  await desk.press('Close', 1);
  await desk.choose('Reason', 'otherWayIn');
  await desk.confirm('Close');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.openDialog());
});
