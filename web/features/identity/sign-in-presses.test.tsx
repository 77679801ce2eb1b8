// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { getCaptcha, proveWork, signIn, signInWithPasskey, startPasskeySignIn } from '#contract/identity.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { errorText } from '#web/platform/i18n/text.ts';
import { session } from '#web/platform/session/session.ts';
import { alerts, answerCaptcha, fill, isBusy, press as pressed, typedIn } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { fakePasskeys, passkeyRequest } from './passkeys.fixture.ts';
import { SignIn } from './sign-in.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => session.signOut());

function shown() {
  const server = fakeServer();
  const captcha = answerCaptcha(server);
  const onSignedIn = vi.fn();
  const { page } = mount(<SignIn onSignedIn={onSignedIn} />);
  const press = (name = 'Sign in') => pressed(name);
  return {
    server,
    captcha,
    onSignedIn,
    page,
    press,
    sent: () => server.requestsTo(signIn).map((one) => one.fields),
  };
}

test('a sign-in sends what was typed, once; what is missing or refused is said, and what was typed stays', async () => {
  const { server, onSignedIn, page, press, sent } = shown();
  await press();
  expect(alerts()).toEqual(['Please enter your account', 'Please enter your password']);
  expect(document.activeElement).toBe(page.getByLabelText('Account'));
  fill({ Account: 'Newcomer7' });
  expect(alerts()).toEqual(['Please enter your password']);
  await press();
  expect(document.activeElement).toBe(page.getByLabelText('Password'));
  expect(sent()).toEqual([]);

  fill({ Password: 'secret1' });
  server.refuse(signIn, 'wrongCredentials', 'The account or the password is wrong');
  await press();
  await expect.poll(alerts).toEqual(['The account or the password is wrong']);
  expect([typedIn('Account'), typedIn('Password')]).toEqual(['Newcomer7', 'secret1']);
  expect(page.queryByLabelText('Verification code')).toBeNull();
  expect(server.requestsTo(getCaptcha)).toEqual([]);
  server.loseConnection(signIn);
  await press();
  await expect.poll(alerts).toEqual(['Clearlot cannot be reached. Check your connection and try again.']);

  queryClient.setQueryData(['of a member before'], 'kept');
  const held = server.hold(signIn, { username: 'newcomer7' });
  await press();
  await expect.poll(() => isBusy('Sign in')).toBe(true);
  await press();
  expect(onSignedIn).not.toHaveBeenCalled();
  held.release();
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(sent()).toEqual(Array(3).fill({ username: 'Newcomer7', password: 'secret1' }));
  expect(session.username()).toBe('newcomer7');
  expect(queryClient.getQueryData(['of a member before'])).toBeUndefined();
});

test('a refusal is said in the language that is chosen after it, in the form and at a field', async () => {
  const { server, press } = shown();
  fill({ Account: 'newcomer7', Password: 'secret1' });
  server.refuse(signIn, 'wrongCredentials', 'The words of the server');
  await press();
  await expect.poll(alerts).toEqual(['The words of the server']);
  await act(() => useLanguage('jp'));
  expect(alerts()).toEqual(['アカウント名またはパスワードが違います']);
  await act(() => useLanguage('en'));
  server.refuse(proveWork, 'captchaWrong', 'The work was not accepted');
  server.refuse(signIn, 'captchaWrong', 'The words of the server');
  await press();
  await expect.poll(alerts).toEqual(['The words of the server']);
  await act(() => useLanguage('jp'));
  expect(alerts()).toEqual([errorText('captchaWrong')]);
  await act(() => useLanguage('en'));
  fill({ 'Verification code': 'abcd' });
  await press();
  await expect.poll(alerts).toEqual(['The work was not accepted']);
  await act(() => useLanguage('jp'));
  expect(alerts()).toEqual([errorText('captchaWrong')]);
  await act(() => useLanguage('en'));
});

test('after some failures the picture is asked for, and drawn anew after each try; a second factor takes its place', async () => {
  const { server, captcha, onSignedIn, page, press, sent } = shown();
  fill({ Account: 'newcomer7', Password: 'secret1' });
  server.refuse(signIn, 'captchaMissing', 'Please enter the code');
  await press();
  await expect.poll(alerts).toEqual(['Please enter the code']);
  await page.findByAltText('Image of the verification code');
  await press();
  expect(alerts()).toEqual(['Please enter the verification code']);
  expect(sent()).toHaveLength(1);

  server.refuse(signIn, 'captchaWrong', 'The code is wrong');
  fill({ 'Verification code': 'abcd' });
  await press();
  await expect.poll(alerts).toEqual(['The code is wrong']);
  expect(server.requestsTo(proveWork).map((one) => one.fields.counter)).toContain('1');
  expect(sent().at(-1)).toEqual({ username: 'newcomer7', password: 'secret1', code: 'abcd' });
  expect(typedIn('Verification code')).toBe('');
  await expect.poll(captcha.shown).toBe(2);
  server.refuse(signIn, 'wrongCredentials', 'wrong');
  fill({ 'Verification code': 'bcde' });
  await press();
  await expect.poll(alerts).toEqual(['wrong']);
  await expect.poll(captcha.shown).toBe(3);
  expect(typedIn('Verification code')).toBe('');

  server.refuse(signIn, 'secondFactorNeeded', 'Now enter the code of your app');
  fill({ 'Verification code': 'cdef' });
  await press();
  await expect.poll(alerts).toEqual(['Now enter the code of your app']);
  expect(page.queryByLabelText('Verification code')).toBeNull();
  await press();
  expect(alerts()).toEqual(['Please enter the code of your authenticator app, or a backup code']);
  server.refuse(signIn, 'secondFactorWrong', 'This code is wrong');
  fill({ 'Code of the authenticator app': '123456' });
  await press();
  await expect.poll(alerts).toEqual(['This code is wrong']);
  expect(typedIn('Code of the authenticator app')).toBe('');
  server.answer(signIn, { username: 'newcomer7' });
  fill({ 'Code of the authenticator app': '654321' });
  await press();
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(sent().at(-1)).toEqual({ username: 'newcomer7', password: 'secret1', factor: '654321' });
});

test('a sign-in with a picture waits for its work, says how far it is, and says where it could not be handed in', async () => {
  const { server, captcha, onSignedIn, page, press, sent } = shown();
  fill({ Account: 'newcomer7', Password: 'secret1' });
  const work = captcha.holdWork();
  server.refuse(signIn, 'captchaMissing', 'Please enter the code');
  await press();
  await page.findByAltText('Image of the verification code');
  fill({ 'Verification code': 'abcd' });
  server.answer(signIn, { username: 'newcomer7' });
  server.refuse(proveWork, 'captchaWrong', 'The work was not accepted');
  await press();
  expect(page.getByText('Proving that no script is at work: 0%')).toBeTruthy();
  await expect
    .poll(() => {
      work.report(50);
      return page.queryByText('Proving that no script is at work: 25%');
    })
    .toBeTruthy();
  await press();
  work.finish();
  await expect.poll(alerts).toEqual(['The work was not accepted']);
  expect(sent()).toHaveLength(1);
  expect(typedIn('Verification code')).toBe('abcd');

  server.answer(proveWork, {});
  await press();
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(sent()).toHaveLength(2);
});

test('a picture that does not come says so, and another one can be asked for', async () => {
  const { server, captcha, page, press } = shown();
  fill({ Account: 'newcomer7', Password: 'secret1' });
  const draw = server.refuse.bind(server, getCaptcha, 'tooManyRequests', 'too many');
  draw();
  server.refuse(signIn, 'captchaMissing', '');
  await press();
  fill({ 'Verification code': 'a' });
  await expect.poll(alerts).toEqual(['The code could not be loaded']);
  const again = answerCaptcha(server);
  await press('Show another code');
  await expect.poll(() => page.queryByAltText('Image of the verification code')).toBeTruthy();
  expect([again.shown(), captcha.shown()]).toEqual([1, 1]);
  await press('Show another code');
  await expect.poll(again.shown).toBe(2);
  const work = {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '3',
    salt: 'cd',
    cost: 1,
    keyLength: 32,
    keyPrefix: '00',
  } as const;
  const image = 'data:image/png;base64,3';
  const held = server.hold(getCaptcha, { image, expiresInSeconds: 300, work: { ...work, attempts: 200 } });
  await press('Show another code');
  await expect.poll(() => page.queryByAltText('Image of the verification code')).toBeNull();
  held.release();
  await expect.poll(() => page.queryByAltText('Image of the verification code')).toBeTruthy();
});

test('a passkey signs in without name and password; a closed prompt is said, and asks again', async () => {
  const { server, onSignedIn, press } = shown();
  const passkeys = fakePasskeys();
  server.answer(startPasskeySignIn, passkeyRequest);
  server.answer(signInWithPasskey, { username: 'newcomer7' });
  passkeys.close('NotAllowedError');
  await press('Sign in with a passkey');
  await expect.poll(alerts).toEqual(['No passkey was used: the prompt was closed, or it took too long']);
  expect(server.requestsTo(signInWithPasskey)).toEqual([]);
  passkeys.close(null);
  server.refuse(signInWithPasskey, 'passkeyRefused', 'This passkey was not accepted');
  await press('Sign in with a passkey');
  await expect.poll(alerts).toEqual(['This passkey was not accepted']);
  expect([session.username(), onSignedIn.mock.calls.length]).toEqual([null, 0]);

  const held = server.hold(signInWithPasskey, { username: 'newcomer7' });
  await press('Sign in with a passkey');
  await press('Sign in with a passkey');
  held.release();
  await expect.poll(() => onSignedIn.mock.calls.length).toBe(1);
  expect(session.username()).toBe('newcomer7');
  expect(passkeys.prompts()).toBe(3);
  const [{ fields } = { fields: {} as Record<string, string> }] = server.requestsTo(signInWithPasskey).slice(-1);
  expect(JSON.parse(fields.credential ?? '')).toMatchObject({
    id: 'cGFzc2tleQ',
    response: { signature: 'c2lnbmF0dXJl' },
  });
  expect(server.requestsTo(signIn)).toEqual([]);
});
