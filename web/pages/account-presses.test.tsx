// @vitest-environment happy-dom

import { fireEvent } from '@testing-library/react';
import { get, set } from 'idb-keyval';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { changeLoginPassword, register, signIn, signOut } from '#contract/identity.ts';
import { requestLoginPassword, resetLoginPassword } from '#contract/identity-reset.ts';
import type { OutputOf } from '#contract/operation.ts';
import { deleteOwnData, getDeletion } from '#contract/own-data.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { updateProfile } from '#contract/profile-update.ts';
import { changeWithdrawalPassword, getWithdrawalPassword, resetWithdrawalPassword } from '#contract/security.ts';
import { getReplyTimes } from '#contract/support.ts';
import { pushChoice } from '#web/features/notifications/push-choice.ts';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { deviceDatabase, keptByName } from '#web/platform/session/device-database.ts';
import { session } from '#web/platform/session/session.ts';
import { answerCaptcha, fill, typedIn } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { Page as ProfilePage } from './edit-profile.tsx';
import { Page as LoginPage } from './login.tsx';
import { Page as LoginPasswordPage } from './login-password.tsx';
import { Page as RegisterPage } from './register.tsx';
import { Page as ResetPage } from './reset-password.tsx';
import { Page as SecurityPage } from './security-center.tsx';
import { Page as ServicePage } from './service.tsx';
import { Page as SettingsPage } from './settings.tsx';
import { Page as WithdrawalPasswordPage } from './withdrawal-password.tsx';

const forgotten = vi.hoisted(() => vi.fn());
vi.mock('#web/features/support/kept-messages.ts', async (original) => ({
  ...(await original<typeof import('#web/features/support/kept-messages.ts')>()),
  forgetAccount: forgotten,
}));

beforeAll(() => useLanguage('en'));
afterEach(() => session.signOut());

const account: OutputOf<typeof getAccountInfo> = {
  ...{ username: 'newcomer7', nickname: 'Ann', realname: '', timezone: 'UTC', locale: 'en', registeredAt: 0 },
  ...{ hasWithdrawalPassword: true, hasBankCard: false, frozen: false, hasAuthenticator: false },
};
const next = { 'New password': 'secret1', 'Repeat the new password': 'secret1', 'Verification code': 'abcd' };

/** A stream that is never heard of. */
class SilentStream {
  addEventListener(): void {}
  close(): void {}
}

function shown(page: ReactNode, path?: string) {
  vi.stubGlobal('EventSource', SilentStream);
  const server = fakeServer();
  answerCaptcha(server);
  server.answer(getAccountInfo, account);
  const mounted = mount(page, path === undefined ? {} : { path });
  const press = (name: string) => {
    const found = [...mounted.page.queryAllByText(name), ...mounted.page.queryAllByLabelText(name)];
    fireEvent.click(found.at(-1) as HTMLElement);
  };
  return { ...mounted, server, press };
}

test('a sign-in and a registration lead to where the visitor came from, the invitation of the link included', async () => {
  const login = shown(<LoginPage />, '/login?next=%2Forders');
  login.server.answer(signIn, { username: 'newcomer7' });
  expect(login.page.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    ...['/forgotten', '/registe?next=%2Forders', '/fairness'],
  ]);
  fill({ Account: 'newcomer7', Password: 'secret1' });
  login.press('Sign in');
  await expect.poll(() => login.replaced).toEqual(['/orders']);
  expect(login.went).toEqual(['/orders']);
  login.unmount();

  const { page, server, press, went, replaced, toast, unmount } = shown(<RegisterPage />, '/registe?invite=FRIEND77');
  server.answer(register, { username: 'newcomer7' });
  expect(typedIn('Invitation code')).toBe('FRIEND77');
  fill({ Account: 'newcomer7', Password: 'secret1', 'Confirm password': 'secret1', 'Verification code': 'abcd' });
  fireEvent.click(page.getByRole('checkbox'));
  press('Open the account');
  await expect.poll(() => replaced).toEqual(['/homeTab']);
  await expect.poll(() => forgotten.mock.calls).toEqual([['newcomer7']]);
  expect(toast()).toBe('Done');
  press('Back');
  expect(went[1]).toBe('/login?invite=FRIEND77');
  unmount();
  shown(<RegisterPage />, '/registe?invite=%3Cb%3E');
  expect(typedIn('Invitation code')).toBe('CLEARLOT');
});

test('an account that is registered here has nothing of a deleted one of its name, whose end this phone did not hear of', async () => {
  vi.stubGlobal('indexedDB', memoryDatabases());
  const stores = Object.values(keptByName).map(([database, store]) => deviceDatabase(database, store));
  const kept = () => Promise.all(stores.flatMap((store) => ['newcomer7', 'other88'].map((name) => get(name, store))));
  for (const store of stores) for (const name of ['newcomer7', 'other88']) await set(name, `of ${name}`, store);
  pushChoice.set('newcomer7', true);
  pushChoice.set('other88', true);
  forgotten.mockClear();
  const { page, server, press, replaced } = shown(<RegisterPage />, '/registe');
  server.answer(register, { username: 'newcomer7' });
  fill({ Account: 'newcomer7', Password: 'secret1', 'Confirm password': 'secret1', 'Verification code': 'abcd' });
  fireEvent.click(page.getByRole('checkbox'));
  press('Open the account');
  await expect.poll(() => replaced).toEqual(['/homeTab']);
  await expect.poll(kept).toEqual(stores.flatMap(() => [undefined, 'of other88']));
  expect(forgotten.mock.calls).toEqual([['newcomer7']]);
  expect(['newcomer7', 'other88'].map(pushChoice.isOn)).toEqual([false, true]);
  vi.unstubAllGlobals();
});

test('a replaced password leads home, the number of a request is shown and copied', async () => {
  const { page, server, press, went, toast, unmount } = shown(<ResetPage />);
  server.answer(requestLoginPassword, { request: 'R7K2' });
  press('Neither');
  fill({ ...next, Account: 'newcomer7' });
  press('Ask for the new password');
  await expect.poll(() => page.queryByText('R7K2')).toBeTruthy();
  press('Copy the number');
  await expect.poll(toast).toBe('Copied');
  expect(await navigator.clipboard.readText()).toBe('R7K2');
  press('Back');
  expect(went).toEqual(['/login']);
  unmount();
  session.signIn('newcomer7');
  const again = shown(<ResetPage />);
  again.press('Back');
  again.server.answer(resetLoginPassword, { username: 'newcomer7' });
  fill({ ...next, 'Code of the authenticator app': 'abcde-fghij' });
  again.press('Set the new password');
  await expect.poll(() => again.went).toEqual(['/securityCenter', '/homeTab']);
  expect(again.replaced).toEqual(['/homeTab']);
  expect(again.toast()).toBe('Done');
});

test('a changed password leads back; a forgotten withdrawal password is asked for in its place', async () => {
  const login = shown(<LoginPasswordPage />);
  login.server.answer(changeLoginPassword, { sessionsEnded: 0 });
  fill({ ...next, 'Current password': 'before1' });
  login.press('Save');
  await expect.poll(() => login.went).toEqual(['/securityCenter']);
  expect(login.toast()).toBe('Done');
  login.unmount();

  const { page, server, press, went, toast } = shown(<WithdrawalPasswordPage />);
  server.answer(getWithdrawalPassword, { isSet: true, reset: null });
  await expect.poll(() => page.queryByLabelText('Current withdrawal password')).toBeTruthy();
  press('I have forgotten it');
  press('I remember it');
  expect(page.getByLabelText('Current withdrawal password')).toBeTruthy();
  press('I have forgotten it');
  fill({ ...next, 'Login password': 'secret2' });
  server.answer(resetWithdrawalPassword, { isSet: true, reset: null });
  press('Ask for the new password');
  await expect.poll(() => page.queryByLabelText('Current withdrawal password')).toBeTruthy();
  expect([toast(), went]).toEqual(['Done', []]);
  server.answer(changeWithdrawalPassword, {});
  fill({ ...next, 'Current withdrawal password': 'before2' });
  press('Save');
  await expect.poll(() => went).toEqual(['/securityCenter']);
  expect(server.requestsTo(changeWithdrawalPassword)[0]?.fields).toEqual({
    ...{ oldpassword: 'before2', password: 'secret1', repassword: 'secret1', code: 'abcd' },
  });
});

test('a saved profile is said; a sign-out and a deleted account lead to the login, and nothing written here is kept', async () => {
  const profile = shown(<ProfilePage />);
  await expect.poll(() => profile.page.queryByLabelText('Nickname')).toBeTruthy();
  profile.server.answer(updateProfile, account);
  profile.press('Save');
  await expect.poll(profile.toast).toBe('Done');
  profile.unmount();

  session.signIn('newcomer7');
  const settings = shown(<SettingsPage />);
  settings.server.answer(signOut, {});
  expect(settings.page.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    ...['/yuyanshezhi', '/user_edit', '/securityCenter', '/auth'],
  ]);
  settings.press('Sign out');
  settings.press('Sign out');
  await expect.poll(() => settings.replaced).toEqual(['/login']);
  expect(settings.went).toEqual(['/login']);
  settings.unmount();

  session.signIn('newcomer7');
  const { page, server, press, went, replaced } = shown(<SecurityPage />);
  server.answer(getDeletion, { open: [], points: 0 });
  server.answer(deleteOwnData, {});
  press('See what would happen');
  await expect.poll(() => page.queryByText('I want the personal part of my account deleted for ever')).toBeTruthy();
  press('I want the personal part of my account deleted for ever');
  press('Delete for ever');
  await expect.poll(() => replaced).toEqual(['/login']);
  expect(went).toEqual(['/login']);
  await expect.poll(() => forgotten.mock.calls).toEqual([['newcomer7']]);
});

test('a visitor is asked to sign in for the chat, and comes back to it', async () => {
  const { server, press, went } = shown(<ServicePage />, '/service');
  server.answer(getReplyTimes, {
    ...{ count: 0, medianSeconds: null, percentile95Seconds: null, unanswered: 0, waiting: 0 },
  });
  press('Sign in');
  press('Back');
  expect(went).toEqual(['/login?next=%2Fservice', '/login']);
});
