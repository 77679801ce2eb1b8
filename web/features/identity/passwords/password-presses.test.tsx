// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  changeLoginPassword,
  listSessions,
  proveWork,
  signInWithPasskey,
  startPasskeySignIn,
} from '#contract/identity.ts';
import { requestLoginPassword, resetLoginPassword, resetLoginPasswordByPasskey } from '#contract/identity-reset.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { session } from '#web/platform/session/session.ts';
import { alerts, answerCaptcha, fill, press as pressed, typedIn } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakePasskeys, passkeyRequest } from '../passkeys.fixture.ts';
import { useChangeLoginPassword } from '../queries/protection.ts';
import { ForgottenPassword } from './forgotten-password.tsx';
import { NewPassword } from './new-password.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => session.signOut());

function shown() {
  const server = fakeServer();
  const captcha = answerCaptcha(server);
  const [onReset, onRequested] = [vi.fn(), vi.fn()];
  const { page } = mount(<ForgottenPassword onReset={onReset} onRequested={onRequested} />);
  const press = (name = 'Set the new password') => pressed(name);
  return { server, captcha, onReset, onRequested, page, press };
}

const replacement = { 'New password': 'secret1', 'Repeat the new password': 'secret1', 'Verification code': 'abcd' };
const sentReplacement = { password: 'secret1', repassword: 'secret1', code: 'abcd' };

test('a forgotten password is replaced by a backup code, or by two codes of the app in a row', async () => {
  const { server, captcha, onReset, onRequested, page, press } = shown();
  await press();
  expect(alerts()).toEqual([
    'Please enter your account',
    'Please enter the code of your authenticator app, or a backup code',
    ...Array(3).fill('Please enter password and verification code'),
  ]);
  fill({ ...replacement, Account: 'newcomer7', 'Code of the authenticator app': '123 456', 'New password': 'other22' });
  expect(page.getByText('Wait until the app shows another code, and type that one')).toBeTruthy();
  await press();
  expect(alerts()).toEqual([
    'Please enter the code of your authenticator app, or a backup code',
    'The passwords entered twice are inconsistent',
  ]);
  expect(server.requestsTo(resetLoginPassword)).toEqual([]);

  fill({ ...replacement, 'The next code of the app': '654321' });
  server.refuse(resetLoginPassword, 'resetRefused', 'These do not belong together');
  await press();
  await expect.poll(alerts).toEqual(['These do not belong together']);
  expect(server.requestsTo(resetLoginPassword)[0]?.fields).toMatchObject({
    ...{ username: 'newcomer7', next: '654321', ...sentReplacement },
  });
  await expect.poll(captcha.shown).toBe(2);
  expect([typedIn('Verification code'), typedIn('Account'), typedIn('New password')]).toEqual([
    '',
    'newcomer7',
    'secret1',
  ]);
  for (const [code, label] of [
    ['usernameInvalid', 'Account'],
    ['secondFactorWrong', 'Code of the authenticator app'],
    ['passwordIsUsername', 'New password'],
    ['passwordKnown', 'New password'],
    ['passwordsDiffer', 'Repeat the new password'],
    ['captchaWrong', 'Verification code'],
  ] as const) {
    server.refuse(resetLoginPassword, code, `refused: ${code}`);
    fill({ 'Verification code': 'bcde' });
    await press();
    await expect.poll(alerts).toEqual([`refused: ${code}`]);
    expect(page.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  }

  fill({ 'Code of the authenticator app': 'abcde-fghij' });
  expect(page.queryByLabelText('The next code of the app')).toBeNull();
  fill({ 'Verification code': 'abcd' });
  const held = server.hold(resetLoginPassword, { username: 'newcomer7' });
  await press();
  await press();
  held.release();
  await expect.poll(() => onReset.mock.calls).toEqual([['Done']]);
  const sent = server.requestsTo(resetLoginPassword);
  expect(sent.at(-1)?.fields).toEqual({ username: 'newcomer7', factor: 'abcde-fghij', ...sentReplacement });
  expect(sent).toHaveLength(8);
  expect(session.username()).toBe('newcomer7');
  expect(onRequested).not.toHaveBeenCalled();
});

test('a passkey replaces it without the name; a closed prompt leaves the picture as it is', async () => {
  const { server, captcha, onReset, page, press } = shown();
  const passkeys = fakePasskeys();
  server.answer(startPasskeySignIn, passkeyRequest);
  server.answer(resetLoginPasswordByPasskey, { username: 'newcomer7' });
  await press('Passkey');
  expect(page.getByText('With a passkey of this account your new password counts at once.')).toBeTruthy();
  expect(page.queryByLabelText('Account') ?? page.queryByLabelText('Code of the authenticator app')).toBeNull();
  await press();
  expect(alerts()).toEqual(Array(3).fill('Please enter password and verification code'));
  expect(passkeys.prompts()).toBe(0);
  fill(replacement);
  passkeys.close('NotAllowedError');
  await press();
  await expect.poll(alerts).toEqual(['No passkey was used: the prompt was closed, or it took too long']);
  expect([typedIn('Verification code'), captcha.shown()]).toEqual(['abcd', 1]);
  passkeys.close(null);
  await press();
  await expect.poll(() => onReset.mock.calls).toEqual([['Done']]);
  expect(server.requestsTo(resetLoginPasswordByPasskey).map(({ fields }) => fields)).toEqual([
    { ...sentReplacement, credential: expect.stringContaining('c2lnbmF0dXJl') },
  ]);
  expect(session.username()).toBe('newcomer7');
  expect(server.requestsTo(signInWithPasskey)).toEqual([]);
});

test('with nothing left operators are asked, and the number of the request is handed on', async () => {
  session.signIn('newcomer7');
  const { server, onReset, onRequested, page, press } = shown();
  expect(typedIn('Account')).toBe('newcomer7');
  await press('Neither');
  expect(page.getByText(/two operators make sure that it is you/)).toBeTruthy();
  expect(page.queryByLabelText('Code of the authenticator app')).toBeNull();
  fill(replacement);
  server.refuse(proveWork, 'captchaWrong', 'The work was not accepted');
  await press('Show another code');
  await press('Ask for the new password');
  await expect.poll(alerts).toEqual(['The work was not accepted']);
  server.answer(proveWork, {});
  server.answer(requestLoginPassword, { request: 'R7K2' });
  await press('Ask for the new password');
  await expect.poll(() => onRequested.mock.calls).toEqual([['R7K2']]);
  expect(server.requestsTo(requestLoginPassword).map(({ fields }) => fields)).toEqual([
    { username: 'newcomer7', ...sentReplacement },
  ]);
  expect(onReset).not.toHaveBeenCalled();
});

const account: OutputOf<typeof getAccountInfo> = {
  ...{ username: 'newcomer7', nickname: '', realname: '', timezone: 'UTC', locale: 'en', registeredAt: 0 },
  ...{ hasWithdrawalPassword: true, hasBankCard: false, frozen: false, hasAuthenticator: false },
};

function Changing({ onChanged }: { readonly onChanged: (message: string) => void }) {
  useRead(listSessions, {});
  return (
    <NewPassword
      operation={changeLoginPassword}
      change={useChangeLoginPassword()}
      oldLabel="Current password"
      onChanged={onChanged}
    />
  );
}

test('a password is changed with the old one and the new one twice; afterwards the devices are read again', async () => {
  const server = fakeServer();
  const captcha = answerCaptcha(server);
  server.answer(getAccountInfo, account);
  server.answer(listSessions, []);
  const onChanged = vi.fn();
  const { page } = mount(<Changing onChanged={onChanged} />);
  const press = () => pressed('Save');
  const sent = () => server.requestsTo(changeLoginPassword).map(({ fields }) => fields);
  await press();
  expect(alerts()).toHaveLength(4);
  fill({ ...replacement, 'Current password': 'before1', 'Repeat the new password': 'other22' });
  await press();
  expect(alerts()).toEqual(['The passwords entered twice are inconsistent']);
  fill(replacement);
  server.refuse(proveWork, 'captchaWrong', 'The work was not accepted');
  await pressed('Show another code');
  await press();
  await expect.poll(alerts).toEqual(['The work was not accepted']);
  expect(sent()).toEqual([]);
  server.answer(proveWork, {});
  const refusals = [
    ...(['withdrawalPasswordWrong', 'withdrawalPasswordLocked', 'signInLocked', 'oldPasswordMissing'] as const),
    ...(['passwordInvalid', 'passwordIsUsername', 'passwordKnown'] as const),
    ...(['passwordsDiffer', 'captchaWrong', 'oldPasswordWrong'] as const),
  ];
  for (const [place, code] of refusals.entries()) {
    server.refuse(changeLoginPassword, code, `refused: ${code}`);
    fill({ 'Verification code': 'abcd' });
    await press();
    await expect.poll(alerts).toEqual([`refused: ${code}`]);
    const label = place < 4 ? 'Current password' : place < 7 ? 'New password' : undefined;
    if (label !== undefined) expect(document.activeElement).toBe(page.getByLabelText(label));
  }
  expect(document.activeElement).toBe(page.getByLabelText('Current password'));
  await expect.poll(captcha.shown).toBe(refusals.length + 2);
  expect([typedIn('Verification code'), typedIn('New password')]).toEqual(['', 'secret1']);

  server.refuse(changeLoginPassword, 'secondFactorNeeded', 'Now the code of your app');
  fill({ 'Verification code': 'bcde' });
  await press();
  await expect.poll(alerts).toEqual(['Now the code of your app']);
  fill({ 'Verification code': 'cdef' });
  await press();
  expect(alerts()).toEqual(['Please enter the code of your authenticator app, or a backup code']);
  server.refuse(changeLoginPassword, 'passwordUnchanged', 'That is the one you have');
  fill({ 'Code of the authenticator app': '123456' });
  await press();
  await expect.poll(alerts).toEqual(['That is the one you have']);
  expect([typedIn('Verification code'), typedIn('Code of the authenticator app')]).toEqual(['', '']);

  const before = server.requestsTo(listSessions).length;
  const held = server.hold(changeLoginPassword, { sessionsEnded: 2 });
  fill({ 'Verification code': 'abcd', 'Code of the authenticator app': '654321' });
  await press();
  await press();
  held.release();
  await expect.poll(() => onChanged.mock.calls).toEqual([['Done']]);
  expect(sent().at(-1)).toEqual({ oldpassword: 'before1', factor: '654321', ...sentReplacement });
  expect(sent()).toHaveLength(refusals.length + 3);
  await expect.poll(() => server.requestsTo(listSessions).length).toBe(before + 1);
});
