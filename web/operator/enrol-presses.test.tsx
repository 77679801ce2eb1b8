// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  enrolOperatorAuthenticator,
  enrolOperatorPasskey,
  startOperatorAuthenticator,
  startOperatorEnrolment,
} from '#contract/operators-sign-in.ts';
import { fakeServer } from '#web/ui/mounted.fixture.tsx';
import { mountDesk, useConsoleInEnglish } from './console.fixture.tsx';

const prompts = vi.hoisted(() => ({ make: (): unknown => undefined }));
vi.mock('@simplewebauthn/browser', () => ({ startRegistration: async () => prompts.make() }));

const token = 't'.repeat(43);
location.hash = `#${token}`;
const { Enrol } = await import('./enrol.tsx');

beforeAll(useConsoleInEnglish);
afterEach(() => vi.restoreAllMocks());

const creation = {
  ...{ rp: { id: 'localhost', name: 'Clearlot' }, user: { id: 'AA', name: 'eva', displayName: 'eva' } },
  ...{ challenge: 'c', pubKeyCredParams: [], timeout: 1, excludeCredentials: [], attestation: 'none' as const },
  authenticatorSelection: {
    ...{ residentKey: 'required' as const, requireResidentKey: true as const, userVerification: 'required' as const },
  },
};

function linked(withPasskey: boolean) {
  const server = fakeServer();
  const found = { operator: 'eva', role: 'support' as const, expiresAt: Date.UTC(2026, 4, 1) };
  server.answer(startOperatorEnrolment, { ...found, creation: withPasskey ? creation : null });
  return server;
}

const left = () => vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);

test('with password and app: each check is said at its field, and what is right is sent with the link’s token', async () => {
  const went = left();
  const server = linked(false);
  const page = mountDesk(<Enrol />, '/operator/enrol');
  await expect.poll(page.words).toContain('This link is for eva, role Support.');
  expect(page.hasButton('Make a passkey')).toBe(false);
  server.refuse(startOperatorAuthenticator, 'operatorLinkInvalid', 'This link has been used');
  await page.press('Set up the authenticator app');
  await expect.poll(page.alerts).toEqual(['This link has been used']);
  server.answer(startOperatorAuthenticator, { secret: 'ABCD EFGH', address: 'otpauth://totp/eva?secret=ABCDEFGH' });
  await page.press('Set up the authenticator app');
  await expect.poll(page.words).toContain('Or type this key into the app: ABCD EFGH');
  await page.write('New password', 'short');
  await page.press('Finish and sign in');
  expect(page.alerts()).toHaveLength(3);
  expect(page.alerts()[0]).toBe('The password takes 12 to 64 characters');
  await page.write('New password', 'a password of many');
  await page.write('Repeat the password', 'another of as many');
  await page.write('Code of the authenticator app', '123456');
  server.refuse(enrolOperatorAuthenticator, 'passwordsDiffer', 'The passwords differ');
  await page.press('Finish and sign in');
  await expect.poll(page.alerts).toEqual(['The passwords differ']);
  expect(page.field('Repeat the password').getAttribute('aria-invalid')).toBe('true');
  await page.write('Repeat the password', 'a password of many');
  server.refuse(enrolOperatorAuthenticator, 'operatorLinkInvalid', 'This link has been used');
  await page.press('Finish and sign in');
  await expect.poll(page.alerts).toEqual(['This link has been used']);
  expect(went).not.toHaveBeenCalled();
  const held = server.hold(enrolOperatorAuthenticator, { operator: 'eva', role: 'support' });
  const sent = server.requestsTo(enrolOperatorAuthenticator).length;
  await page.press('Finish and sign in');
  await page.press('Finish and sign in');
  held.release();
  await expect.poll(() => went.mock.calls).toEqual([['/operator']]);
  const requests = server.requestsTo(enrolOperatorAuthenticator);
  expect(requests).toHaveLength(sent + 1);
  expect(requests.at(-1)?.fields).toEqual({
    ...{ token, password: 'a password of many', repassword: 'a password of many', factor: '123456' },
  });
  expect(server.requestsTo(startOperatorEnrolment).map(({ fields }) => fields)).toEqual([{ token }]);
  expect(server.requestsTo(startOperatorAuthenticator)[1]?.fields).toEqual({ token });
});

test('with a passkey: what the device made is sent with its name, and a prompt that is closed is said', async () => {
  vi.stubGlobal('PublicKeyCredential', () => undefined);
  const went = left();
  const server = linked(true);
  const page = mountDesk(<Enrol />, '/operator/enrol');
  await expect.poll(() => page.hasButton('Make a passkey')).toBe(true);
  await page.write('Name of this device', ' desk phone ');
  prompts.make = () => {
    throw Object.assign(new Error('closed'), { name: 'NotAllowedError' });
  };
  await page.press('Make a passkey');
  await expect.poll(page.alerts).toHaveLength(1);
  expect([server.requestsTo(enrolOperatorPasskey).length, went.mock.calls.length]).toEqual([0, 0]);
  const response = { clientDataJSON: 'AA', attestationObject: 'BB' };
  const credential = { id: 'KEY', rawId: 'KEY', type: 'public-key' as const, response };
  prompts.make = () => credential;
  server.answer(enrolOperatorPasskey, { operator: 'eva', role: 'support' });
  await page.press('Make a passkey');
  await expect.poll(() => went.mock.calls).toEqual([['/operator']]);
  const [sent] = server.requestsTo(enrolOperatorPasskey);
  expect(sent?.fields).toMatchObject({ token, name: 'desk phone' });
  expect(JSON.parse(sent?.fields.credential ?? '')).toEqual(credential);
});

test('a link that is not valid any more says so and offers nothing', async () => {
  const server = fakeServer();
  server.refuse(startOperatorEnrolment, 'operatorLinkInvalid', 'This link is not valid');
  const page = mountDesk(<Enrol />, '/operator/enrol');
  await expect.poll(page.alerts).toEqual(['This link is not valid']);
  expect(page.hasButton('Set up the authenticator app')).toBe(false);
});
