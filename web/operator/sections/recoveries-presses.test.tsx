// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { pageSize } from '#contract/fields.ts';
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
import { queryClient } from '#web/platform/api/query-client.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Recoveries } from './recoveries.tsx';

/** What is read again is read because of an act, and not because some seconds have passed. */
vi.mock('../queries/refresh.ts', () => ({ refreshMs: 3_600_000 }));

beforeAll(useConsoleInEnglish);

const at = Date.UTC(2026, 4, 1);
const hash = 'ab'.repeat(32);

const recovery: ListedRecovery = {
  ...{ id: 'R000000000000001', member: '1111222233334444', username: 'zoe', lost: 'everyWayIn', request: 'REQ1' },
  ...{
    state: 'waiting',
    needed: 2,
    approvedBy: ['bert'],
    expiresAt: at + 86_400_000,
    takesEffectAt: null,
    askedAt: at,
  },
  ...{ approval: { id: '1111222233334444.R000000000000001', hash }, mayApprove: true, mayRefuse: true },
  decisions: [{ operator: 'bert', decision: 'approved', reason: 'seen the passport', at }],
};

const waits: ListedRecovery = {
  ...{ ...recovery, id: 'R000000000000002', username: 'yan', lost: 'secondFactors', request: null, state: 'approved' },
  ...{ takesEffectAt: Date.UTC(2027, 0, 2), mayApprove: false, approvedBy: ['bert', 'carl'] },
};

const requests: PasswordRequests = {
  ...{ member: '5555222233334444', username: 'xia', requests: 2, firstAskedAt: at, lastAskedAt: at + 5 },
  ...{ lapsesAt: Date.UTC(2026, 4, 8), isBeingRecovered: true },
};

const ended: EndedRecovery = {
  ...{ id: 'R000000000000003', member: '7777222233334444', username: null, lost: null, askedAt: at, endedAt: at },
  ...{ outcome: 'factorUsed', decisions: [{ ...recovery.decisions[0], decision: 'refused' } as never] },
};

function desk(role: OperatorRole) {
  const server = operatorServer(role);
  server.answer(listOpenRecoveries, [recovery, waits]);
  server.answer(listPasswordRequests, [requests]);
  server.answer(listEndedRecoveries, [ended, { ...ended, id: 'R4', username: 'wei', lost: 'secondFactors' }]);
  return server;
}

test('an open recovery stands with what is lost, when it lapses or takes effect, and is decided on with its own hash', async () => {
  const server = desk('support');
  server.answer(decideApproval, { status: 'approved', approvals: 2, needed: 2 });
  const page = mountDesk(<Recoveries />);
  await expect
    .poll(() => page.facts('Lost'))
    .toEqual([...['Every way in, the login password as well', 'App, backup codes and passkeys']]);
  expect(page.facts('Number of the request')).toEqual(['REQ1']);
  expect([page.facts('Lapses').length, page.facts('Takes effect')[0]]).toEqual([1, expect.stringMatching(/2027/)]);
  expect(page.facts('Approvals')).toEqual(['1 of 2', '2 of 2']);
  expect(page.facts('State')[1]).toContain('the wait runs');
  expect(page.facts('Decisions')[0]).toMatch(/^Approved by bert .*2026.*: seen the passport$/);
  expect(page.container.querySelector('a')?.getAttribute('href')).toBe('/operator/members/1111222233334444');

  const reads = server.requestsTo(listEndedRecoveries).length;
  await page.press('Approve');
  expect(page.dialog()).toContain('With the second approval a wait of 72 hours begins');
  await page.write('Reason', 'called back');
  await page.confirm('Approve');
  await expect.poll(page.toast).toBe('Your approval is recorded');
  await page.press('Refuse', 1);
  expect(page.dialog()).toContain('One refusal ends the recovery');
  await page.write('Reason', 'not the owner');
  await page.confirm('Refuse');
  await expect.poll(() => server.requestsTo(decideApproval).length).toBe(2);
  const own = { kind: 'recovery', id: recovery.approval.id, hash };
  expect(server.requestsTo(decideApproval).map(({ fields }) => fields)).toEqual([
    { ...own, decision: 'approved', reason: 'called back' },
    { ...own, decision: 'refused', reason: 'not the owner' },
  ]);
  await expect.poll(() => server.requestsTo(listEndedRecoveries).length).toBeGreaterThan(reads);
});

test('requests for a password are closed as they are shown, for a reason of the list', async () => {
  const server = desk('support');
  server.answer(closePasswordRequests, { closed: 2 });
  const page = mountDesk(<Recoveries />);
  const table = () => page.rows('Requests for a new login password');
  await expect.poll(() => table()[0]?.toSpliced(2, 3)).toEqual(['xia', '2', 'Yes', 'Close']);
  expect(table()[0]?.[4]).toContain('May 7, 2026, 21:30:00');
  server.answer(listPasswordRequests, []);
  await page.press('Close');
  await page.choose('Reason', 'otherWayIn');
  await page.confirm('Close');
  await expect.poll(page.words).toContain('Nobody asks for a new login password.');
  expect(page.toast()).toBe('The requests are closed');
  expect(server.requestsTo(closePasswordRequests).map(({ fields }) => fields)).toEqual([
    { member: '5555222233334444', through: String(at + 5), reason: 'otherWayIn' },
  ]);
});

test('finance sees recoveries and requests, and closes none; what is over stands with its outcome, without a deleted account’s name', async () => {
  desk('finance');
  const page = mountDesk(<Recoveries />);
  await expect
    .poll(() => page.rows('Ended recoveries').map((row) => [row[0], row[1], row[4]]))
    .toEqual([
      ['7777222233334444', 'Account deleted', 'A factor reported as lost was used'],
      ['wei', 'App, backup codes and passkeys', 'A factor reported as lost was used'],
    ]);
  expect(page.rows('Ended recoveries')[0]?.[5]).toMatch(/^Refused by bert/);
  expect(page.rows('Requests for a new login password')[0]).toHaveLength(6);
});

test('each list leads on after its own last row, and back from an empty page', async () => {
  const server = desk('auditor');
  const page20 = <Row,>(row: (place: number) => Row) => Array.from({ length: pageSize }, (_, place) => row(place));
  const id = (place: number) => `R${String(place).padStart(15, '0')}`;
  const member = (place: number) => String(place).padStart(16, '7');
  server.answerBy(listOpenRecoveries, ({ fields }) =>
    fields.after ? [] : page20((place) => ({ ...recovery, id: id(place), mayApprove: false, mayRefuse: false })),
  );
  server.answerBy(listPasswordRequests, ({ fields }) =>
    fields.after ? [] : page20((place) => ({ ...requests, member: member(place) })),
  );
  server.answerBy(listEndedRecoveries, ({ fields }) =>
    fields.before ? [] : page20((place) => ({ ...ended, id: id(place), decisions: [] })),
  );
  const page = mountDesk(<Recoveries />);
  await expect.poll(() => page.rows('Ended recoveries')).toHaveLength(pageSize);
  await expect.poll(() => page.hasButton('Next page')).toBe(true);
  await page.press('Next page', 2);
  await expect.poll(page.words).toContain('No recovery has ended.');
  await page.press('Next page', 1);
  await expect.poll(page.words).toContain('Nobody asks for a new login password.');
  await page.press('Next page', 0);
  await expect.poll(page.words).toContain('No account is being recovered.');
  expect(server.requestsTo(listOpenRecoveries).at(-1)?.fields).toEqual({ after: id(19) });
  expect(server.requestsTo(listPasswordRequests).at(-1)?.fields).toEqual({ after: member(19) });
  expect(server.requestsTo(listEndedRecoveries).at(-1)?.fields).toEqual({ before: id(19) });
  for (const place of [2, 1, 0]) await page.press('First page', place);
  await expect.poll(() => page.words()).not.toMatch(/No account is being|Nobody asks for|No recovery has/);
});

test('where the member that a page came after is gone from the list, it leads back to the first page', async () => {
  const server = desk('auditor');
  const members = Array.from({ length: pageSize }, (_, place) => String(place).padStart(16, '7'));
  server.answer(
    listPasswordRequests,
    members.map((member) => ({ ...requests, member, username: `name${member.slice(-2)}` })),
  );
  const page = mountDesk(<Recoveries />);
  const table = () => page.rows('Requests for a new login password');
  await expect.poll(table).toHaveLength(pageSize);
  server.refuse(listPasswordRequests, 'recordUnknown', 'This record does not exist');
  await page.press('Next page');
  await expect.poll(() => server.requestsTo(listPasswordRequests).at(-1)?.fields.after).toBe(members.at(-1));
  await expect.poll(table).toHaveLength(pageSize);
  expect(page.alerts()).toEqual([]);
});

test('the way back waits for an open dialog: the reason chosen in it is sent, and only then the first page is shown', async () => {
  const server = desk('support');
  server.answer(closePasswordRequests, { closed: 2 });
  const members = Array.from({ length: pageSize }, (_, place) => String(place).padStart(16, '7'));
  const rows = members.map((member) => ({ ...requests, member, username: `name${member.slice(-2)}` }));
  server.answerBy(listPasswordRequests, ({ fields }) => (fields.after ? [requests] : rows));
  const page = mountDesk(<Recoveries />);
  const table = () => page.rows('Requests for a new login password');
  await expect.poll(table).toHaveLength(pageSize);
  await page.press('Next page');
  await expect.poll(table).toHaveLength(1);
  await page.press('Close');
  await page.choose('Reason', 'otherWayIn');
  server.refuse(listPasswordRequests, 'recordUnknown', 'This record does not exist');
  await act(async () => {
    await queryClient.invalidateQueries({ queryKey: [listPasswordRequests.path] });
    // What is shown follows in the next turn.
    await new Promise((next) => setTimeout(next));
  });
  expect([page.dialog() === '', page.field('Reason').value]).toEqual([false, 'otherWayIn']);
  await page.confirm('Close');
  await expect.poll(table).toHaveLength(pageSize);
  expect(server.requestsTo(closePasswordRequests).map(({ fields }) => fields)).toEqual([
    { member: requests.member, through: String(requests.lastAskedAt), reason: 'otherWayIn' },
  ]);
});
