// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import {
  changeOperatorRole,
  createOperator,
  endOperator,
  endOperatorSessions,
  getOperatorSession,
  listOperatorSessions,
  listOperators,
  renewOperatorLink,
  revokeOperatorSession,
} from '#contract/operators.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Operators } from './operators.tsx';
import { OwnSessions } from './sessions.tsx';

beforeAll(useConsoleInEnglish);

const at = Date.UTC(2026, 4, 1);
const bert = {
  ...{ operator: 'bert', role: 'support' as const, createdAt: at, endedAt: null, passkeys: 2, hasAuthenticator: true },
  sessions: 3,
};
const carl = { ...bert, operator: 'carl', role: 'finance' as const, hasAuthenticator: false, sessions: 0 };
const ended = { ...bert, operator: 'dora', endedAt: at };

function office(role: 'owner' | 'auditor') {
  const server = operatorServer(role);
  server.answer(listOperators, [bert, carl, ended]);
  return server;
}

test('an operator is added with a role and a reason, each check said at its field, and the link is shown once made', async () => {
  const server = office('owner');
  const page = mountDesk(<Operators />);
  await expect.poll(() => page.hasButton('Add an operator')).toBe(true);
  await page.press('Add an operator');
  expect(page.alerts()).toEqual(['Please enter the operator’s name', 'Please say why']);
  await page.write('Operator name', 'Eva');
  await page.write('Reason', 'new colleague');
  await page.press('Add an operator');
  expect(page.alerts()[0]).toContain('An operator’s name has 2-40 small letters');
  await page.write('Operator name', 'eva');
  expect(page.alerts()).toEqual([]);
  await page.choose('Role', 'auditor');
  expect(server.requestsTo(createOperator)).toEqual([]);
  server.refuse(createOperator, 'operatorTaken', 'This name is taken');
  await page.press('Add an operator');
  await expect.poll(page.alerts).toEqual(['This name is taken']);
  expect(page.field('Operator name').getAttribute('aria-invalid')).toBe('true');
  await page.write('Operator name', 'eve');
  server.refuse(createOperator, 'serverBusy', 'The server is busy');
  await page.press('Add an operator');
  await expect.poll(page.alerts).toEqual(['The server is busy']);
  const held = server.hold(createOperator, { token: 'tok', expiresAt: at });
  const reads = server.requestsTo(listOperators).length;
  await page.press('Add an operator');
  await page.press('Add an operator');
  await page.user.type(page.field('Reason'), '{Enter}');
  held.release();
  await expect.poll(page.words).toContain('One-time link for eve');
  expect(page.words()).toContain(`${location.origin}/operator/enrol#tok`);
  expect([page.field('Operator name').value, page.field('Reason').value]).toEqual(['', '']);
  await expect.poll(() => server.requestsTo(listOperators).length).toBeGreaterThan(reads);
  expect(server.requestsTo(createOperator).map(({ fields }) => fields)).toEqual(
    ['eva', 'eve', 'eve'].map((operator) => ({ operator, role: 'auditor', reason: 'new colleague' })),
  );
});

test('each act is on the operator of its row, with its own reason', async () => {
  const server = office('owner');
  server.answer(changeOperatorRole, {});
  server.answer(endOperatorSessions, {});
  server.answer(endOperator, {});
  server.answer(renewOperatorLink, { token: 'again', expiresAt: at });
  const page = mountDesk(<Operators />);
  await expect
    .poll(() => page.rows('Operators').map((row) => row.toSpliced(2, 1)))
    .toMatchObject([
      ['bert', 'Support', '2', 'Yes', '3', expect.stringMatching(/Change role.*End access/)],
      ['carl', 'Finance', '2', 'No', '0', expect.stringMatching(/Change role/)],
      ['dora', 'Support', '2', 'Yes', '3', 'Ended'],
    ]);
  const ownRole = server.requestsTo(getOperatorSession).length;
  await page.press('Change role', 1);
  expect(page.dialog()).toContain('The new role of carl counts at once.');
  await page.choose('Role', 'owner');
  await page.write('Reason', 'promoted');
  await page.confirm('Change role');
  await expect.poll(page.toast).toBe('The role is changed');
  await expect.poll(() => server.requestsTo(getOperatorSession).length).toBeGreaterThan(ownRole);
  await actFor(page, 'Sign out', 'phone lost', 0);
  await expect.poll(page.toast).toBe('Signed out everywhere');
  await actFor(page, 'New link', 'phone lost', 0);
  await expect.poll(page.words).toContain('One-time link for bert');
  expect(page.words()).toContain('#again');
  const reads = server.requestsTo(listOperators).length;
  server.answer(listOperators, [bert, ended]);
  await actFor(page, 'End access', 'left', 1);
  await expect.poll(() => page.rows('Operators')).toHaveLength(2);
  expect(server.requestsTo(listOperators).length).toBeGreaterThan(reads);
  const acts = [changeOperatorRole, endOperatorSessions, renewOperatorLink, endOperator];
  expect(acts.map((act) => server.requestsTo(act).map(({ fields }) => fields))).toEqual([
    [{ operator: 'carl', role: 'owner', reason: 'promoted' }],
    [{ operator: 'bert', reason: 'phone lost' }],
    [{ operator: 'bert', reason: 'phone lost' }],
    [{ operator: 'carl', reason: 'left' }],
  ]);
});

test('an auditor sees who the operators are, and acts on none', async () => {
  office('auditor');
  const page = mountDesk(<Operators />);
  await expect.poll(() => page.rows('Operators').map((row) => row.at(-1))).toEqual(['', '', 'Ended']);
  expect(page.hasButton('Add an operator')).toBe(false);
});

test('another own session is ended after a question; the one in use is not offered', async () => {
  const server = operatorServer('support');
  const own = {
    ...{ id: 'a'.repeat(24), current: true, userAgent: 'Firefox', address: '10.0.0.1', signedInAt: at },
    ...{ lastSeenAt: at, expiresAt: at },
  };
  const other = { ...own, id: 'b'.repeat(24), current: false, userAgent: 'Safari', address: '10.0.0.2' };
  server.answer(listOperatorSessions, [own, other]);
  const page = mountDesk(<OwnSessions />);
  const table = () => page.rows('My sessions').map((row) => [row[0], row[1], row[5]]);
  await expect.poll(table).toEqual([
    ['Firefox', '10.0.0.1', 'This session'],
    ['Safari', '10.0.0.2', 'End session'],
  ]);
  await page.press('End session');
  await page.confirm('Cancel');
  server.refuse(revokeOperatorSession, 'sessionUnknown', 'This session has ended');
  await page.press('End session');
  await page.confirm('End session');
  await expect.poll(page.alerts).toEqual(['This session has ended']);
  server.answer(revokeOperatorSession, {});
  server.answer(listOperatorSessions, [own]);
  await page.confirm('End session');
  await expect.poll(table).toHaveLength(1);
  expect(server.requestsTo(revokeOperatorSession).map(({ fields }) => fields)).toEqual(
    Array(2).fill({ session: 'b'.repeat(24) }),
  );
});
