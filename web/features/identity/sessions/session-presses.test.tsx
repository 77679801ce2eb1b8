// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { getLoginState, listSessions, listSignIns, revokeSession, signOut } from '#contract/identity.ts';
import { cancelRecovery, getRecovery } from '#contract/identity-factors.ts';
import type { OutputOf } from '#contract/operation.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { session } from '#web/platform/session/session.ts';
import { endSession, requestSessionCheck } from '#web/platform/session/session-end.ts';
import { alerts } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { RecoveryNote } from '../recovery/recovery-note.tsx';
import { RecoveryQuestion } from '../recovery/recovery-question.tsx';
import { SignOutButton } from '../sign-out-button.tsx';
import { DeviceList } from './device-list.tsx';
import { LoginCheck } from './login-check.tsx';
import { SessionGuard } from './session-guard.tsx';
import { SignInHistory } from './sign-in-history.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => {
  session.signOut();
  sessionStorage.clear();
});

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();
const chrome = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
const device = (id: string, current: boolean, userAgent: string, hour: number) => ({
  ...{ id: id.repeat(24), current, userAgent, address: `192.0.2.${hour}` },
  ...{ signedInAt: at(1), lastSeenAt: at(hour), expiresAt: at(23) },
});

test('a device is signed out by its own button, all others by one; this one by neither', async () => {
  const server = fakeServer();
  const [here, there, elsewhere] = [
    device('a', true, chrome, 12),
    device('b', false, '', 11),
    device('c', false, chrome, 10),
  ];
  server.answer(listSessions, [here, there, elsewhere]);
  const { page, user, toast } = mount(<DeviceList />);
  await expect.poll(() => page.queryByText('This device')).toBeTruthy();
  const rows = page.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'Chrome, Android192.0.2.12 · Last used May 1, 12:00This device',
    'Unknown device192.0.2.11 · Last used May 1, 11:00Sign out',
    'Chrome, Android192.0.2.10 · Last used May 1, 10:00Sign out',
  ]);
  server.refuse(revokeSession, 'sessionUnknown', 'No such device');
  await user.click(page.getAllByRole('button', { name: 'Sign out' })[1] as HTMLElement);
  await expect.poll(toast).toBe('No such device');
  server.answer(revokeSession, { sessionsEnded: 1 });
  server.answer(listSessions, [here, there]);
  await user.click(page.getAllByRole('button', { name: 'Sign out' })[1] as HTMLElement);
  await expect.poll(() => page.getAllByRole('listitem').length).toBe(2);
  expect(toast()).toBe('Done');
  server.answer(listSessions, [here]);
  const held = server.hold(revokeSession, { sessionsEnded: 1 });
  await user.click(page.getByRole('button', { name: 'Sign out all other devices' }));
  await user.click(page.getByRole('button', { name: 'Sign out all other devices' }));
  held.release();
  await expect.poll(() => page.getAllByRole('listitem').length).toBe(1);
  expect(page.queryByRole('button')).toBeNull();
  expect(server.requestsTo(revokeSession).map(({ fields }) => fields.session)).toEqual([
    ...['c'.repeat(24), 'c'.repeat(24), 'others'],
  ]);
});

test('the history says what came of each try, and goes on where its last entry is', async () => {
  const server = fakeServer();
  const entry = (place: number): OutputOf<typeof listSignIns>[number] => ({
    ...{ id: `S${String(place).padStart(4, '0')}`, result: place === 0 ? 'wrongFactor' : 'signedIn' },
    ...{ userAgent: chrome, address: `192.0.2.${place}`, at: at(12) },
  });
  const page1 = Array.from({ length: 20 }, (_, place) => entry(place));
  server.answerBy(listSignIns, ({ fields }) => (fields.before === 'S0019' ? [entry(20)] : page1));
  const { page, user } = mount(<SignInHistory />);
  await expect.poll(() => page.queryAllByRole('listitem').length).toBe(20);
  expect(page.getAllByRole('listitem')[0]?.textContent).toBe(
    'Password right, second code wrongChrome, Android · 192.0.2.0May 1, 12:00',
  );
  await user.click(page.getByRole('button', { name: 'Show earlier entries' }));
  await expect.poll(() => page.getAllByRole('listitem').length).toBe(21);
  expect(page.queryByRole('button', { name: 'Show earlier entries' })).toBeNull();
});

test('a sign-out is asked for, clears what was read of the member, and stays asked where it fails', async () => {
  session.signIn('newcomer7');
  queryClient.setQueryData(['of the member'], 'kept');
  const server = fakeServer();
  const onSignedOut = vi.fn();
  const { page, user, toast } = mount(<SignOutButton onSignedOut={onSignedOut} />);
  const press = (name: string) => user.click(page.getAllByRole('button', { name }).at(-1) as HTMLElement);
  await press('Sign out');
  await press('Cancel');
  expect(page.queryByText('Sign out of this phone?')).toBeNull();
  server.loseConnection(signOut);
  await press('Sign out');
  await press('Sign out');
  await expect.poll(alerts).toEqual(['Clearlot cannot be reached. Check your connection and try again.']);
  expect(session.username()).toBe('newcomer7');
  await press('Cancel');
  await press('Sign out');
  expect(alerts()).toEqual([]);
  server.answer(signOut, {});
  await press('Sign out');
  await expect.poll(() => onSignedOut.mock.calls.length).toBe(1);
  expect([session.username(), queryClient.getQueryData(['of the member'])]).toEqual([null, undefined]);
  await expect.poll(toast).toBe('Done');
});

test('the session is checked at the start, at a focus and at a sign of its end; only an answer ends it', async () => {
  const server = fakeServer();
  server.answer(getLoginState, true);
  const { went, replaced, page, user } = mount(
    <>
      <LoginCheck />
      <SessionGuard />
    </>,
    { path: '/orders?type=2' },
  );
  window.dispatchEvent(new Event('focus'));
  requestSessionCheck();
  expect(server.requestsTo(getLoginState)).toEqual([]);
  session.signIn('newcomer7');
  server.loseConnection(getLoginState);
  window.dispatchEvent(new Event('focus'));
  await expect.poll(() => queryClient.getQueryState([getLoginState.path, {}])?.status).toBe('error');
  server.answer(getLoginState, true);
  window.dispatchEvent(new Event('focus'));
  await expect.poll(() => queryClient.getQueryData([getLoginState.path, {}])).toBe(true);
  server.loseConnection(getLoginState);
  requestSessionCheck();
  await expect.poll(() => queryClient.getQueryState([getLoginState.path, {}])?.status).toBe('error');
  expect([session.username(), page.queryByRole('alertdialog')]).toEqual(['newcomer7', null]);
  server.answer(getLoginState, false);
  requestSessionCheck();
  await expect.poll(() => page.queryByRole('button', { name: 'Sign in again' })).toBeTruthy();
  expect(page.getByText('Your login has expired')).toBeTruthy();
  expect([session.username(), went]).toEqual([null, []]);
  await user.click(page.getByRole('button', { name: 'Sign in again' }));
  expect(page.queryByText('Your login has expired')).toBeNull();
  expect([went, replaced]).toEqual([['/login?next=%2Forders%3Ftype%3D2'], ['/login?next=%2Forders%3Ftype%3D2']]);

  session.signIn('newcomer7');
  queryClient.setQueryData(['of the member'], 'kept');
  window.dispatchEvent(new Event('focus'));
  await expect.poll(() => went.length).toBe(2);
  expect(page.queryByText('Your login has expired')).toBeNull();
  expect(queryClient.getQueryData(['of the member'])).toBeUndefined();

  // An answer that was asked for by another says nothing of who has signed in meanwhile.
  session.signIn('newcomer7');
  const held = server.hold(getLoginState, false);
  const asked = server.requestsTo(getLoginState).length;
  window.dispatchEvent(new Event('focus'));
  await expect.poll(() => server.requestsTo(getLoginState).length).toBe(asked + 1);
  session.signIn('newcomer8');
  held.release();
  await expect.poll(() => queryClient.getQueryData([getLoginState.path, {}])).toBe(false);
  expect(session.username()).toBe('newcomer8');
});

test('where another account signed in, the tab keeps its own name until it is left', async () => {
  session.signIn('newcomer7');
  queryClient.setQueryData(['of the member'], 'kept');
  const { page, user, unmount } = mount(<SessionGuard />, { path: '/assets' });
  const replaced: string[] = [];
  vi.spyOn(window.location, 'replace').mockImplementation((address) => void replaced.push(String(address)));
  endSession('otherAccount');
  await expect.poll(() => page.queryByRole('button', { name: 'Go to the other account' })).toBeTruthy();
  await expect.poll(() => page.queryByText(/This tab still shows …wcomer7;/)).toBeTruthy();
  expect(queryClient.getQueryData(['of the member'])).toBe('kept');
  await user.click(page.getByRole('button', { name: 'Go to the other account' }));
  await expect.poll(() => replaced).toEqual(['/homeTab']);
  expect(session.username()).toBe('newcomer7');
  window.dispatchEvent(new Event('pagehide'));
  expect(session.username()).toBeNull();
  session.signIn('newcomer7');
  await user.click(page.getByRole('button', { name: 'Sign in again' }));
  await expect.poll(() => replaced[1]).toBe('/login?next=%2Fassets');
  unmount();
  const login = mount(<SessionGuard />, { path: '/login?next=%2Forders' });
  endSession('otherAccount');
  await expect.poll(() => page.queryByRole('button', { name: 'Sign in again' })).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Sign in again' }));
  await expect.poll(() => replaced[2]).toBe('/login?next=%2Forders');
  endSession('expired');
  await expect.poll(() => page.queryByText('Your login has expired')).toBeTruthy();
  await user.click(page.getByRole('button', { name: 'Sign in again' }));
  await expect.poll(() => page.queryByText('Your login has expired')).toBeNull();
  expect(login.went).toEqual([]);
});

const waiting = { approvedAt: at(9), takesEffectAt: at(12), replacesPassword: false };

test('a recovery is told with its time and called off by one press, on the page of security and on every other', async () => {
  const server = fakeServer();
  server.answer(getRecovery, { waiting, freezeHoldsUntil: null });
  const note = mount(<RecoveryNote />);
  await expect.poll(() => note.page.queryByText(/lost your authenticator app.*May 1, 12:00/)).toBeTruthy();
  server.refuse(cancelRecovery, 'recoveryUnknown', 'No recovery waits');
  await note.user.click(note.page.getByRole('button', { name: 'Call it off' }));
  await expect.poll(note.toast).toBe('No recovery waits');
  server.answer(cancelRecovery, { waiting: null, freezeHoldsUntil: null });
  server.answer(getRecovery, { waiting: null, freezeHoldsUntil: null });
  await note.user.click(note.page.getByRole('button', { name: 'Call it off' }));
  await expect.poll(() => note.page.queryByText('Your account is being recovered')).toBeNull();
  expect(note.toast()).toBe('Done');
  note.unmount();

  server.answer(getRecovery, { waiting: { ...waiting, replacesPassword: true }, freezeHoldsUntil: null });
  queryClient.clear();
  const forgotten = mount(<RecoveryNote />);
  expect(await forgotten.page.findByText(/forgot your login password.*May 1, 12:00/)).toBeTruthy();
  forgotten.unmount();
  queryClient.clear();
  const { page, user, rerender, unmount } = mount(<RecoveryQuestion isShownByPage />);
  await expect.poll(() => server.requestsTo(getRecovery).length).toBeGreaterThan(4);
  expect(page.queryByText('Your account is being recovered')).toBeNull();
  rerender(<RecoveryQuestion isShownByPage={false} />);
  await expect.poll(() => page.queryByRole('button', { name: 'It was me' })).toBeTruthy();
  expect(page.getByText(/forgot your login password.*May 1, 12:00/)).toBeTruthy();
  expect(page.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['It was me', 'Call it off']);
  await user.click(page.getByRole('button', { name: 'It was me' }));
  expect(page.queryByText('Your account is being recovered')).toBeNull();
  unmount();
  const again = mount(<RecoveryQuestion isShownByPage={false} />);
  expect(again.page.queryByText('Your account is being recovered')).toBeNull();
  server.answer(getRecovery, { waiting: { ...waiting, approvedAt: at(10) }, freezeHoldsUntil: null });
  await queryClient.invalidateQueries();
  await expect.poll(() => again.page.queryByRole('button', { name: 'Call it off' })).toBeTruthy();
  await again.user.click(again.page.getByRole('button', { name: 'Call it off' }));
  await expect.poll(again.toast).toBe('Done');
  expect(server.requestsTo(cancelRecovery)).toHaveLength(3);
});

test('what looks at the session ends with its part of the page', async () => {
  const server = fakeServer();
  server.answer(getLoginState, true);
  session.signIn('newcomer7');
  const { unmount } = mount(<LoginCheck />);
  const asked = () => server.requestsTo(getLoginState).length;
  await expect.poll(asked).toBe(1);
  unmount();
  window.dispatchEvent(new Event('focus'));
  requestSessionCheck();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked()).toBe(1);
});
