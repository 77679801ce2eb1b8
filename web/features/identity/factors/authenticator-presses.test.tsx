// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import {
  confirmAuthenticator,
  getSecondFactors,
  removeAuthenticator,
  renewBackupCodes,
  startAuthenticator,
} from '#contract/identity-factors.ts';
import type { SecondFactors } from '#contract/identity-schemas.ts';
import { alerts, fill, press, typedIn } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { QrCode } from '#web/ui/picture/qr-code.tsx';
import { markupOf, useLanguage } from '#web/ui/shown.fixture.tsx';
import { AuthenticatorCard } from './authenticator-card.tsx';

beforeAll(() => useLanguage('en'));

const since = new Date(2026, 4, 1, 10).getTime();
const turnedOn = { authenticator: { since, backupCodesLeft: 4 }, passkeys: [] };
const turnedOff: SecondFactors = { authenticator: null, passkeys: [] };

async function shown(factors: SecondFactors) {
  const server = fakeServer();
  server.answer(getSecondFactors, factors);
  const mounted = mount(<AuthenticatorCard />);
  const { page } = mounted;
  await expect.poll(() => page.queryAllByRole('button').length).toBeGreaterThan(0);
  return { ...mounted, server };
}

test('the app is set up with its first code and the password; the backup codes are shown until they are kept', async () => {
  const { server, page, user, toast } = await shown(turnedOff);
  expect(page.getByText('Not set')).toBeTruthy();
  server.refuse(startAuthenticator, 'authenticatorSet', 'An authenticator app is set up already');
  await press('Set up');
  await expect.poll(alerts).toEqual([expect.stringContaining('An authenticator app is set up already')]);
  const address = 'otpauth://totp/Clearlot:newcomer7?secret=ABCDEFGHIJ';
  server.answer(startAuthenticator, { secret: 'ABCDEFGHIJ', address });
  await press('Try again');
  await expect.poll(() => page.queryByText('ABCD EFGH IJ')).toBeTruthy();
  expect(page.getByLabelText('QR code of the key').outerHTML).toBe(
    markupOf(<QrCode text={address} label="QR code of the key" />),
  );
  await press('Copy the key');
  await expect.poll(toast).toBe('Copied');
  expect(await navigator.clipboard.readText()).toBe('ABCDEFGHIJ');

  await press('Turn on');
  expect(alerts()).toEqual(['Please enter the code of your authenticator app', 'Please enter your password']);
  expect(page.getByLabelText('Login password').getAttribute('autocomplete')).toBe('current-password');
  fill({ 'Code of the authenticator app': '123456', 'Login password': 'secret1' });
  expect([alerts(), page.queryByText('Six digits from the app') !== null]).toEqual([[], true]);
  server.refuse(confirmAuthenticator, 'secondFactorWrong', 'This code is wrong');
  await press('Turn on');
  await expect.poll(alerts).toEqual(['This code is wrong']);
  expect([typedIn('Code of the authenticator app'), typedIn('Login password')]).toEqual(['', 'secret1']);
  server.refuse(confirmAuthenticator, 'oldPasswordWrong', 'This is not your password');
  fill({ 'Code of the authenticator app': '234567' });
  await press('Turn on');
  await expect.poll(alerts).toEqual(['This is not your password']);
  expect(page.getByLabelText('Login password').getAttribute('aria-invalid')).toBe('true');
  server.refuse(confirmAuthenticator, 'authenticatorExpired', 'This setup has expired');
  fill({ 'Code of the authenticator app': '345678' });
  await press('Turn on');
  await expect.poll(alerts).toEqual(['This setup has expired']);

  const held = server.hold(confirmAuthenticator, { backupCodes: ['aaaa-1111', 'bbbb-2222'], sessionsEnded: 0 });
  fill({ 'Code of the authenticator app': '654321' });
  await press('Turn on');
  await press('Turn on');
  server.answer(getSecondFactors, turnedOn);
  held.release();
  await expect.poll(() => page.queryByRole('button', { name: 'I have kept them' })).toBeTruthy();
  expect(page.getByText('aaaa-1111')).toBeTruthy();
  const sent = server.requestsTo(confirmAuthenticator).map(({ fields }) => fields);
  expect(sent.at(-1)).toEqual({ password: 'secret1', factor: '654321' });
  expect(sent).toHaveLength(4);
  expect([page.queryByLabelText('QR code of the key'), toast()]).toEqual([null, 'Done']);
  await expect.poll(() => page.queryByText('Set')).toBeTruthy();
  await user.keyboard('{Escape}');
  await press('Copy all codes');
  await expect.poll(() => navigator.clipboard.readText()).toBe('aaaa-1111\nbbbb-2222');
  expect(page.getByText('bbbb-2222')).toBeTruthy();
  await press('I have kept them');
  expect(page.queryByText('bbbb-2222')).toBeNull();
});

test('new codes are drawn, and the app turned off, by its owner alone; closing changes nothing', async () => {
  const { server, page, toast } = await shown(turnedOn);
  expect(page.getAllByRole('listitem')[0]?.textContent).toBe('Unused backup codes4');
  expect([page.queryByText('On since May 1, 10:00') !== null, page.queryByText(/Few are left/)]).toEqual([true, null]);
  await press('New backup codes');
  expect(page.getByText('The codes you have stop working.')).toBeTruthy();
  await press('Close');
  expect(page.queryByText('The codes you have stop working.')).toBeNull();
  await press('New backup codes');
  fill({ 'Code of the authenticator app': '123456', 'Login password': 'secret1' });
  server.answer(renewBackupCodes, { backupCodes: ['cccc-3333'] });
  server.answer(getSecondFactors, { ...turnedOn, authenticator: { since, backupCodesLeft: 3 } });
  await press('New backup codes');
  await expect.poll(() => page.queryByRole('button', { name: 'I have kept them' })).toBeTruthy();
  expect(page.getByText('cccc-3333')).toBeTruthy();
  expect(server.requestsTo(renewBackupCodes).map(({ fields }) => fields)).toEqual([
    { password: 'secret1', factor: '123456' },
  ]);
  await press('I have kept them');
  await expect.poll(() => page.queryByText('Few are left. Draw new ones in time.')).toBeTruthy();

  await press('Turn off');
  fill({ 'Code of the authenticator app': '234567', 'Login password': 'secret1' });
  for (const code of ['passwordMissing', 'oldPasswordWrong', 'signInLocked'] as const) {
    server.refuse(removeAuthenticator, code, `refused: ${code}`);
    fill({ 'Code of the authenticator app': '234567', 'Login password': 'secret1' });
    await press('Turn off');
    await expect.poll(alerts).toEqual([`refused: ${code}`]);
    expect(page.getByLabelText('Login password').getAttribute('aria-invalid')).toBe('true');
  }
  server.answer(removeAuthenticator, {});
  server.answer(getSecondFactors, turnedOff);
  fill({ 'Code of the authenticator app': '345678', 'Login password': 'secret2' });
  await press('Turn off');
  await expect.poll(() => page.queryByText('Not set')).toBeTruthy();
  expect(server.requestsTo(removeAuthenticator).at(-1)?.fields).toEqual({ password: 'secret2', factor: '345678' });
  expect([page.queryByLabelText('Login password'), toast()]).toEqual([null, 'Done']);
  expect(server.requestsTo(renewBackupCodes)).toHaveLength(1);
});

test('factors that cannot be read say so, and are read again', async () => {
  const server = fakeServer();
  server.refuse(getSecondFactors, 'notPermitted', 'You may not');
  const { page } = mount(<AuthenticatorCard />);
  await expect.poll(alerts).toEqual([expect.stringContaining('You may not')]);
  expect(page.queryByText('Not set') ?? page.queryByText('Set')).toBeNull();
  server.answer(getSecondFactors, turnedOff);
  await press('Try again');
  await expect.poll(() => page.queryByText('Not set')).toBeTruthy();
});
