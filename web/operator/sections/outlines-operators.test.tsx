// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import {
  changeOperatorRole,
  createOperator,
  endOperator,
  endOperatorSessions,
  listOperatorSessions,
  listOperators,
  renewOperatorLink,
  revokeOperatorSession,
} from '#contract/operators.ts';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { actFor, mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Operators } from './operators.tsx';
import { may } from './samples-money.fixture.ts';
import { OwnSessions } from './sessions.tsx';

beforeAll(useConsoleInEnglish);

const bert = {
  ...{ operator: 'bert', role: 'support' as const, createdAt: may(5, 1, 2, 3), endedAt: null, passkeys: 2 },
  ...{ hasAuthenticator: true, sessions: 31 },
};

function office(role: 'owner' | 'auditor') {
  const server = operatorServer(role);
  server.answer(listOperators, [
    bert,
    {
      ...{ ...bert, operator: 'anna', role: 'owner', createdAt: may(2, 3, 4, 5), passkeys: 0 },
      ...{ sessions: 0 },
    },
    {
      ...bert,
      operator: 'dora',
      role: 'auditor',
      createdAt: may(1, 5, 6, 7),
      endedAt: may(9),
      passkeys: 1,
      sessions: 4,
    },
    { ...bert, operator: 'carl', role: 'finance', createdAt: may(4, 7, 8, 9), hasAuthenticator: false, passkeys: 12 },
  ]);
  return server;
}

test('the operators for an owner, who changes them', async () => {
  office('owner');
  await expectOutline(mountDesk(<Operators />).container);
});

test('the operators for an auditor, who changes none', async () => {
  office('auditor');
  await expectOutline(mountDesk(<Operators />).container);
});

test('the operators where they are refused', async () => {
  operatorServer('auditor').refuse(listOperators, 'fieldInvalid', 'No operators');
  await expectOutline(mountDesk(<Operators />).container);
});

test('the form of a new operator: empty, refused, and the link that is shown once', async () => {
  const server = office('owner');
  const desk = mountDesk(<Operators />);
  await expect.poll(() => desk.rows('Operators')).toHaveLength(4);
  const form = () => desk.card('Add an operator');
  await desk.press('Add an operator');
  await expectOutline(form());
  await desk.write('Operator name', 'bert');
  await desk.write('Reason', 'new colleague');
  server.refuse(createOperator, 'operatorTaken', 'There is such an operator');
  await desk.press('Add an operator');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(form());
  server.answer(createOperator, { token: 't'.repeat(43), expiresAt: may(20) });
  await desk.press('Add an operator');
  await expect.poll(desk.words).toContain('#ttt');
  await expectOutline(desk.container);
});

test('the dialogs of an operator’s acts, each with its refusal', async () => {
  const server = office('owner');
  const desk = mountDesk(<Operators />);
  await expect.poll(() => desk.rows('Operators')).toHaveLength(4);
  server.refuse(changeOperatorRole, 'lastOwner', 'The last owner stays one');
  server.refuse(renewOperatorLink, 'operatorUnknown', 'There is no such operator');
  server.refuse(endOperatorSessions, 'actReasonMissing', 'Please say why');
  server.refuse(endOperator, 'lastOwner', 'The last owner stays');
  for (const label of ['Change role', 'New link', 'Sign out', 'End access']) {
    await actFor(desk, label, 'a reason', 2);
    await expect.poll(desk.alerts).toHaveLength(1);
    await expectOutline(desk.openDialog());
    await desk.confirm('Cancel');
  }
});

const session = {
  ...{ id: 'a'.repeat(24), current: false, userAgent: 'Firefox on Linux', address: '192.0.2.1' },
  ...{ signedInAt: may(3, 1, 2, 3), lastSeenAt: may(4, 5, 6, 7), expiresAt: may(8, 9, 10, 11) },
};

test('the own sessions, the dialog that ends one, and a refusal', async () => {
  const server = operatorServer('auditor');
  server.answer(listOperatorSessions, [
    session,
    {
      ...{ ...session, id: 'b'.repeat(24), current: true, userAgent: 'Safari <b>', address: '2001:db8::7' },
      ...{ signedInAt: may(1, 3, 4, 5), lastSeenAt: may(5, 7, 8, 9), expiresAt: may(6, 11, 12, 13) },
    },
    {
      ...{ ...session, id: 'c'.repeat(24), userAgent: '', address: '198.51.100.3' },
      ...{ signedInAt: may(2, 5, 6, 7), lastSeenAt: may(3, 9, 10, 11), expiresAt: may(7, 13, 14, 15) },
    },
  ]);
  const desk = mountDesk(<OwnSessions />);
  await expectOutline(desk.container);
  server.refuse(revokeOperatorSession, 'sessionUnknown', 'This session is over');
  const [end] = desk.rows('My sessions')[0]?.slice(-1) ?? [];
  await desk.press(end ?? '', 1);
  await expectOutline(desk.openDialog());
});
