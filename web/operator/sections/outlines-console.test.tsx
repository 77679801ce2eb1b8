// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { getCaptcha } from '#contract/identity.ts';
import { getOperatorSession } from '#contract/operators.ts';
import { listApprovals } from '#contract/operators-approvals.ts';
import {
  enrolOperatorAuthenticator,
  signInOperator,
  startOperatorAuthenticator,
  startOperatorEnrolment,
  startOperatorSignIn,
} from '#contract/operators-sign-in.ts';
import { operatorRoles } from '#contract/roles.ts';
import { listConversations } from '#contract/support-inbox.ts';
import { fakeServer } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { fakeStream } from '#web/ui/stream.fixture.ts';
import { mountDesk, operatorServer, useConsoleInEnglish } from '../console.fixture.tsx';
import { Console } from '../console.tsx';
import { chooseConsoleLocale, consoleLocales } from '../locale.ts';
import { pathOf } from '../paths.ts';
import { sections } from '../sections.ts';
import { approvals, may } from './samples-money.fixture.ts';

location.hash = `#${'t'.repeat(43)}`;
const { Enrol } = await import('../enrol.tsx');

beforeAll(useConsoleInEnglish);
beforeEach(() => void fakeStream());
afterEach(() => chooseConsoleLocale('en'));

test('the console of each role, with what waits, and a section that it may not see', async () => {
  for (const role of operatorRoles) {
    const server = operatorServer(role, `${role}-name`);
    server.answer(listConversations, { conversations: [], next: null, waiting: 4 });
    server.answer(listApprovals, approvals);
    const desk = mountDesk(<Console />, pathOf(role === 'support' ? 'log' : 'inbox'));
    await expect.poll(() => document.title).toContain(role === 'owner' || role === 'support' ? '(6)' : '(2)');
    await expectOutline(desk.container);
    desk.unmount();
  }
});

test('each section has its name, in the menu, the heading and the title of the page', async () => {
  const server = operatorServer();
  server.answer(listConversations, { conversations: [], next: null, waiting: 0 });
  server.answer(listApprovals, []);
  const titles: string[] = [];
  for (const { name } of sections) {
    const desk = mountDesk(<Console />, pathOf(name));
    const current = desk.container.querySelector('nav [aria-current]');
    titles.push(
      [current?.getAttribute('href'), current, desk.page.getByRole('heading'), document.querySelector('title')]
        .map((one) => (typeof one === 'string' ? one : one?.textContent))
        .join(' · '),
    );
    desk.unmount();
  }
  expect(titles).toMatchSnapshot();
});

test('the console in each of its languages', async () => {
  const server = operatorServer('auditor');
  server.answer(listApprovals, []);
  const desk = mountDesk(<Console />, pathOf('log'));
  for (const locale of consoleLocales) {
    await act(() => chooseConsoleLocale(locale));
    await expectOutline(desk.container);
  }
});

test('the console while it is not known who is signed in, and where that cannot be read', async () => {
  const server = fakeServer();
  server.refuse(getOperatorSession, 'fieldInvalid', 'Not now');
  const desk = mountDesk(<Console />, pathOf('log'));
  expect(desk.words()).toBe('');
  await expect.poll(() => desk.hasButton('Try again')).toBe(true);
  await expectOutline(desk.container);
});

test('the sign-in: empty, with its fields missing, refused, and with the letters of a picture', async () => {
  const server = fakeServer();
  server.endSession(getOperatorSession);
  const desk = mountDesk(<Console />, pathOf('money'));
  const submit = () => desk.press('Sign in with password and code');
  await expect.poll(() => desk.hasButton('Sign in with password and code')).toBe(true);
  await expectOutline(desk.container);
  await submit();
  await expect.poll(desk.alerts).toHaveLength(3);
  await expectOutline(desk.container);
  await desk.write('Operator name', 'anna');
  await desk.write('Password', 'a password of many');
  await desk.write('Code of the authenticator app', '123456');
  server.refuse(signInOperator, 'wrongCredentials', 'Name, password or code is wrong');
  await submit();
  await expect.poll(desk.alerts).toEqual(['Name, password or code is wrong']);
  await expectOutline(desk.container);
  const work = { algorithm: 'PBKDF2/SHA-256' as const, nonce: '', salt: '', cost: 1, keyLength: 32, keyPrefix: '' };
  server.answer(getCaptcha, {
    ...{ image: 'data:image/png;base64,AA', expiresInSeconds: 60, work: { ...work, attempts: 9 } },
  });
  server.refuse(signInOperator, 'captchaMissing', 'Please enter the letters');
  await desk.write('Code of the authenticator app', '654321');
  await submit();
  await expect.poll(() => desk.container.querySelector('input[name=code]') !== null).toBe(true);
  await expect.poll(() => desk.container.querySelector('img') !== null).toBe(true);
  await expectOutline(desk.container);
});

test('a sign-in by passkey where there are none', async () => {
  const server = fakeServer();
  server.endSession(getOperatorSession);
  server.refuse(startOperatorSignIn, 'passkeysUnavailable', 'Passkeys cannot be used here');
  const desk = mountDesk(<Console />, pathOf('money'));
  await expect.poll(() => desk.hasButton('Sign in with a passkey')).toBe(true);
  await desk.press('Sign in with a passkey');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.container);
});

const creation = {
  ...{ rp: { id: 'localhost', name: 'Clearlot' }, user: { id: 'AA', name: 'eva', displayName: 'eva' } },
  ...{ challenge: 'c', pubKeyCredParams: [], timeout: 1, excludeCredentials: [], attestation: 'none' as const },
  authenticatorSelection: {
    ...{ residentKey: 'required' as const, requireResidentKey: true as const, userVerification: 'required' as const },
  },
};

test('an enrolment with a passkey and an app: refused, its fields wrong, and right', async () => {
  const server = fakeServer();
  server.answer(startOperatorEnrolment, { operator: 'eva', role: 'finance', expiresAt: may(5, 6, 7, 8), creation });
  server.refuse(startOperatorAuthenticator, 'operatorLinkInvalid', 'This link has been used');
  const desk = mountDesk(<Enrol />, '/operator/enrol');
  await expect.poll(() => desk.hasButton('Make a passkey')).toBe(true);
  await expectOutline(desk.container);
  await desk.press('Set up the authenticator app');
  await expect.poll(desk.alerts).toHaveLength(1);
  await expectOutline(desk.container);
  server.answer(startOperatorAuthenticator, { secret: 'ABCD EFGH', address: 'otpauth://totp/eva?secret=ABCDEFGH' });
  await desk.press('Set up the authenticator app');
  await expect.poll(desk.words).toContain('ABCD EFGH');
  await desk.write('New password', 'short');
  await desk.press('Finish and sign in');
  await expect.poll(desk.alerts).toHaveLength(3);
  await expectOutline(desk.container);
  await desk.write('New password', 'a password of many');
  await desk.write('Repeat the password', 'another of as many');
  await desk.write('Code of the authenticator app', '123456');
  server.refuse(enrolOperatorAuthenticator, 'passwordsDiffer', 'The passwords differ');
  await desk.press('Finish and sign in');
  await expect.poll(desk.alerts).toEqual(['The passwords differ']);
  await expectOutline(desk.container);
});

test('an enrolment without passkeys, and one whose link is not valid', async () => {
  const server = fakeServer();
  server.answer(startOperatorEnrolment, {
    operator: 'eva',
    role: 'support',
    expiresAt: may(9, 8, 7, 6),
    creation: null,
  });
  const desk = mountDesk(<Enrol />, '/operator/enrol');
  await expect.poll(desk.words).toContain('eva');
  await expectOutline(desk.container);
  desk.unmount();
  server.refuse(startOperatorEnrolment, 'operatorLinkInvalid', 'This link is not valid');
  const over = mountDesk(<Enrol />, '/operator/enrol');
  await expect.poll(over.alerts).toHaveLength(1);
  await expectOutline(over.container);
});
