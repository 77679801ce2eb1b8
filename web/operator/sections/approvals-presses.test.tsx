// @vitest-environment happy-dom
import { beforeAll, expect, test, vi } from 'vitest';
import type { OutputOf } from '#contract/operation.ts';
import { decideApproval, listApprovals } from '#contract/operators-approvals.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Approvals } from './approvals.tsx';

/** What is read again is read because of an act, and not because some seconds have passed. */
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);

type Waiting = OutputOf<typeof listApprovals>[number];

const funding: Waiting = {
  ...{ kind: 'funding', id: '0.F1', member: null, hash: 'cd'.repeat(32), needed: 2, approvedBy: ['bert'] },
  content: [
    { name: 'amount', value: '100.000000 USDT' },
    { name: 'something new', value: 'as it is' },
  ],
  ...{ askedAt: Date.UTC(2026, 4, 1), expiresAt: Date.UTC(2026, 4, 2), mayDecide: true },
};

const recovery: Waiting = {
  ...{ ...funding, kind: 'recovery', id: '1111222233334444.R1', member: '1111222233334444', approvedBy: [] },
  ...{ hash: 'ef'.repeat(32), expiresAt: null, mayDecide: false },
};

const disbursement: Waiting = { ...funding, kind: 'disbursement', id: '0.D1', approvedBy: ['bert', 'carl'] };

test('what waits stands with everything that is decided on, and who may not decide is told why', async () => {
  const server = operatorServer('finance', 'carl');
  server.answer(listApprovals, [recovery, { ...disbursement, mayDecide: false }]);
  const desk = mountDesk(<Approvals />);
  await expect.poll(desk.words).toContain('Recovery of an account');
  expect(desk.words()).toContain('Disbursement to a cause');
  expect(['Amount', 'something new', 'Approvals', 'Approved by', 'Hash'].map(desk.facts)).toEqual([
    ['100.000000 USDT', '100.000000 USDT'],
    ['as it is', 'as it is'],
    ['0 of 2', '2 of 2'],
    ['Nobody yet', 'bert, carl'],
    ['ef'.repeat(32), 'cd'.repeat(32)],
  ]);
  expect(desk.facts('Lapses')[0]).toContain('It does not lapse');
  expect(desk.facts('Lapses')[1]).toContain('2026');
  expect(desk.container.querySelector('a')?.getAttribute('href')).toBe('/operator/members/1111222233334444');
  expect(desk.words()).toContain('Your role may not decide on this.');
  await expect.poll(desk.words).toContain('You have decided already');
  expect(desk.words()).toContain('Approved, and not paid yet');
  expect(desk.hasButton('Approve')).toBe(false);
});

test('the one that is pressed is decided on, with a reason in free words, and the list is read again', async () => {
  const server = operatorServer('finance');
  server.answer(listApprovals, [{ ...disbursement, approvedBy: ['bert'] }, funding]);
  server.answer(decideApproval, { status: 'refused', approvals: 0, needed: 2 });
  const desk = mountDesk(<Approvals />);
  await expect.poll(() => desk.hasButton('Refuse')).toBe(true);
  expect(desk.words()).not.toContain('Approved, and not paid yet');
  await desk.press('Refuse', 1);
  await desk.write('Reason', 'first reason');
  await desk.confirm('Cancel');
  await desk.press('Refuse', 1);
  expect(desk.field('Reason').value).toBe('');
  expect(desk.dialog()).toContain('What was held for a member goes back to the member.');
  await desk.confirm('Cancel');
  server.answer(listApprovals, []);
  await actFor(desk, 'Refuse', ' not agreed ', 1);
  await expect.poll(desk.words).toContain('Nothing waits for a second operator.');
  expect(desk.toast()).toBe('The refusal is recorded');
  expect(server.requestsTo(decideApproval).map(({ fields }) => fields)).toEqual([
    { kind: 'funding', id: '0.F1', hash: 'cd'.repeat(32), decision: 'refused', reason: 'not agreed' },
  ]);
});

test('a problem of an act is gone when its dialog opens again', async () => {
  const server = operatorServer('finance');
  server.answer(listApprovals, [funding]);
  server.refuse(decideApproval, 'approvalOver', 'This is decided already');
  const desk = mountDesk(<Approvals />);
  await expect.poll(() => desk.hasButton('Approve')).toBe(true);
  await actFor(desk, 'Approve', 'agreed with bert');
  await expect.poll(desk.alerts).toEqual(['This is decided already']);
  expect(desk.toast()).toBe('');
  await desk.confirm('Cancel');
  await desk.press('Approve');
  expect(desk.alerts()).toEqual([]);
});
