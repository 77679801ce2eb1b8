// @vitest-environment happy-dom
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { getRecovery } from '#contract/identity-factors.ts';
import { getLimits } from '#contract/limits.ts';
import { getNotificationSettings } from '#contract/notifications.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import {
  freezeAccount,
  getWithdrawalPassword,
  keepWithdrawalPassword,
  listSecurityActs,
  resetWithdrawalPassword,
  unfreezeAccount,
} from '#contract/security.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { Navigation } from '#web/platform/navigation/navigation.tsx';
import { memoryDatabases } from '#web/platform/session/device-database.fixture.ts';
import { keepForAccount } from '#web/platform/session/name-owner.ts';
import { session } from '#web/platform/session/session.ts';
import { alerts, answerCaptcha, fill, press, typedIn } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { staysAt, useLanguage } from '#web/ui/shown.fixture.tsx';
import { ActHistory } from './act-history.tsx';
import { ForgottenWithdrawalPassword } from './forgotten-withdrawal-password.tsx';
import { FreezeCard } from './freeze-card.tsx';
import { HistoryCheck } from './history-check.tsx';
import { HistoryKeeper } from './history-keeper.tsx';
import { checkDaily } from './history-query.ts';
import { readKeptHistory } from './kept-history.ts';
import { useShowsActs } from './security-pages.ts';
import { WaitingWithdrawalPassword } from './waiting-withdrawal-password.tsx';

beforeAll(() => useLanguage('en'));

const at = (hour: number): number => new Date(2026, 4, 1, hour).getTime();
const account: OutputOf<typeof getAccountInfo> = {
  ...{ username: 'newcomer7', nickname: 'Ann', realname: '', timezone: 'UTC', locale: 'en', registeredAt: at(1) },
  ...{ hasWithdrawalPassword: true, hasBankCard: false, frozen: false, hasAuthenticator: false },
};

test('an account is frozen after one question, and lifted by its owner', async () => {
  const server = fakeServer();
  const captcha = answerCaptcha(server);
  server.answer(getAccountInfo, account);
  server.answer(getRecovery, { waiting: null, freezeHoldsUntil: null });
  const { page, toast } = mount(<FreezeCard />);
  await expect.poll(() => page.queryByRole('button', { name: 'Freeze now' })).toBeTruthy();
  await press('Freeze now');
  expect(page.getByText('Freeze the account now?')).toBeTruthy();
  expect(server.requestsTo(freezeAccount)).toEqual([]);
  await press('Cancel');
  expect(page.queryByText('Freeze the account now?')).toBeNull();
  await press('Freeze now');
  server.refuse(freezeAccount, 'serverBusy', 'Busy at the moment');
  await press('Freeze now');
  await expect.poll(alerts).toEqual(['Busy at the moment']);
  server.answer(freezeAccount, {});
  server.answer(getAccountInfo, { ...account, frozen: true, hasAuthenticator: true });
  await press('Freeze now');
  await expect.poll(() => page.queryByText('The account is frozen')).toBeTruthy();
  expect(toast()).toBe('Done');

  await press('Lift the freeze');
  expect(alerts()).toEqual([
    ...Array(2).fill('Please enter password and verification code'),
    'Please enter the code of your authenticator app, or a backup code',
  ]);
  fill({ 'Login password': 'wrong1', 'Verification code': 'abcd', 'Code of the authenticator app': '123456' });
  server.refuse(unfreezeAccount, 'oldPasswordWrong', 'This is not your password');
  await press('Lift the freeze');
  await expect.poll(alerts).toEqual(['This is not your password']);
  expect(page.getByLabelText('Login password').getAttribute('aria-invalid')).toBe('true');
  expect([typedIn('Verification code'), typedIn('Code of the authenticator app')]).toEqual(['', '']);
  await expect.poll(captcha.shown).toBe(2);
  server.refuse(unfreezeAccount, 'freezeHolds', 'The freeze holds until tomorrow');
  fill({ 'Login password': 'secret1', 'Verification code': 'bcde', 'Code of the authenticator app': '234567' });
  await press('Lift the freeze');
  await expect.poll(alerts).toEqual(['The freeze holds until tomorrow']);
  server.answer(unfreezeAccount, {});
  server.answer(getAccountInfo, account);
  fill({ 'Verification code': 'cdef', 'Code of the authenticator app': '345678' });
  await press('Lift the freeze');
  await expect.poll(() => page.queryByRole('button', { name: 'Freeze now' })).toBeTruthy();
  expect(server.requestsTo(unfreezeAccount).at(-1)?.fields).toEqual({
    ...{ password: 'secret1', code: 'cdef', factor: '345678' },
  });
  expect([server.requestsTo(freezeAccount).length, server.requestsTo(unfreezeAccount).length]).toEqual([2, 3]);
});

test('a forgotten withdrawal password is asked for with the login password, waits, and is called off by one press', async () => {
  const server = fakeServer();
  answerCaptcha(server);
  server.answer(getAccountInfo, account);
  server.answer(getWithdrawalPassword, { isSet: true, reset: null });
  const onRequested = vi.fn();
  const { page, toast } = mount(
    <>
      <WaitingWithdrawalPassword />
      <ForgottenWithdrawalPassword onRequested={onRequested} />
    </>,
  );
  fill({ 'New password': 'onlyletters', 'Repeat the new password': 'other22' });
  await press('Ask for the new password');
  expect(alerts()).toEqual([
    'Please enter password and verification code',
    'The password takes 6-16 letters and digits, with at least one of each',
    'The passwords entered twice are inconsistent',
    'Please enter password and verification code',
  ]);
  fill({ 'Login password': 'wrong1', 'New password': 'secret2', 'Repeat the new password': 'secret2' });
  fill({ 'Verification code': 'abcd' });
  server.refuse(resetWithdrawalPassword, 'signInLocked', 'Too many failed attempts');
  await press('Ask for the new password');
  await expect.poll(alerts).toEqual(['Too many failed attempts']);
  expect(page.getByLabelText('Login password').getAttribute('aria-invalid')).toBe('true');
  const waits = { isSet: true, reset: { requestedAt: at(1), activeFrom: at(22) } };
  server.answer(resetWithdrawalPassword, waits);
  server.answer(getWithdrawalPassword, waits);
  fill({ 'Login password': 'secret1', 'Verification code': 'bcde' });
  await press('Ask for the new password');
  await expect.poll(() => onRequested.mock.calls).toEqual([['Done']]);
  expect(server.requestsTo(resetWithdrawalPassword).at(-1)?.fields).toEqual({
    ...{ login: 'secret1', password: 'secret2', repassword: 'secret2', code: 'bcde' },
  });
  await expect.poll(() => page.queryByText(/May 1, 22:00/)).toBeTruthy();

  server.refuse(keepWithdrawalPassword, 'withdrawalPasswordResetUnknown', 'Nothing waits');
  server.answer(getWithdrawalPassword, { isSet: true, reset: null });
  await press('Call it off');
  await expect.poll(toast).toBe('Nothing waits');
  await expect.poll(() => page.queryByText(/May 1, 22:00/)).toBeNull();
});

test('the history of acts can be held to those of operators, and goes on where its last entry is', async () => {
  const server = fakeServer();
  const own = Array.from({ length: 20 }, (_, place) => ({
    ...{ id: `A${String(place).padStart(4, '0')}`, act: 'passkeyAdded' as const },
    ...{ detail: `phone ${place}`, at: at(10), operator: null },
  }));
  const viewed = { act: 'memberViewed' as const, role: 'support' as const, reason: '', about: null };
  server.answerBy(listSecurityActs, ({ fields }) => {
    if (fields.by === 'operators') return [];
    const older = { id: 'B0001', act: 'operatorActed' as const, detail: '', at: at(9), operator: viewed };
    return fields.before === 'A0019' ? [older] : own;
  });
  const { page } = mount(<ActHistory />);
  await expect.poll(() => page.queryAllByRole('listitem').length).toBe(20);
  await press('Show earlier entries');
  await expect.poll(() => page.queryByText('An operator looked at your records')).toBeTruthy();
  expect(page.getByText('Role: support')).toBeTruthy();
  expect(page.queryAllByRole('listitem')).toHaveLength(21);
  await press('By operators');
  await expect.poll(() => page.queryByText(/no operator did anything/)).toBeTruthy();
  expect(page.getByRole('button', { name: 'By operators' }).getAttribute('aria-pressed')).toBe('true');
  await press('All');
  await expect.poll(() => page.queryAllByRole('listitem').length).toBeGreaterThan(19);
});

test('a reason of a closed list is said in the member’s words, any other as it was written; each leads to what it is about', async () => {
  const server = fakeServer();
  const by = (
    act: 'passwordRequestsClosed' | 'withdrawalRefused' | 'depositRefused' | 'withdrawalApproved',
    reason: string,
    about: string | null,
  ) => ({
    ...{ id: `C${reason.length}${act.length}`, act: 'operatorActed' as const, detail: '', at: at(9) },
    operator: { act, role: 'finance' as const, reason, about },
  });
  server.answer(listSecurityActs, [
    by('passwordRequestsClosed', 'notByOwner', null),
    by('passwordRequestsClosed', 'asked by telephone', null),
    by('withdrawalRefused', 'nameMismatch', '1KDVDWMC0SXVXCS8'),
    by('depositRefused', 'notByOwner', '2KDVDWMC0SXVXCS8'),
    by('withdrawalApproved', '', '3KDVDWMC0SXVXCS8'),
  ]);
  const { page } = mount(<ActHistory />);
  await expect.poll(() => page.queryAllByRole('listitem').length).toBe(5);
  const rows = page.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toContain('Role: finance. Reason: the owner did not ask');
  expect(rows[1]).toContain('Role: finance. Reason: asked by telephone');
  expect(rows[2]).toMatch(/Withdrawal 1KDVDWMC · Role: finance\. Reason: Your name does not match/);
  expect(rows[3]).toMatch(/Deposit 2KDVDWMC · Role: finance\. Reason: notByOwner/);
  expect(page.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    ...['/withdrawSuccess?withdrawal=1KDVDWMC0SXVXCS8', '/depositSuccess?deposit=2KDVDWMC0SXVXCS8'],
    '/withdrawSuccess?withdrawal=3KDVDWMC0SXVXCS8',
  ]);
});

function Shows() {
  return useShowsActs()() ? 'shows' : 'does not';
}

test('the pages of safety show acts themselves, also for some seconds after they were left', () => {
  const now = vi.spyOn(Date, 'now');
  const shownAt = (path: string, ms: number) => {
    now.mockReturnValue(ms);
    rerender(
      <Navigation navigator={staysAt(path)}>
        <Shows />
      </Navigation>,
    );
    return container.textContent;
  };
  const { container, rerender } = mount(null);
  shownAt('/orders', 0);
  expect(shownAt('/orders', 10)).toBe('does not');
  shownAt('/securitycenter', 1_000);
  expect(shownAt('/securitycenter', 100_000)).toBe('shows');
  shownAt('/orders', 200_000);
  expect([shownAt('/orders', 204_900), shownAt('/orders', 205_100)]).toEqual(['shows', 'does not']);
  now.mockRestore();
});

test('a withdrawal password is no longer said to wait once its moment has come on an open page', async () => {
  vi.useFakeTimers({ now: at(22) - 1_800_000, toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const server = fakeServer();
  server.answer(getWithdrawalPassword, { isSet: true, reset: { requestedAt: at(1), activeFrom: at(22) } });
  const { page } = mount(<WaitingWithdrawalPassword />);
  await expect.poll(() => page.queryByText(/May 1, 22:00/)).toBeTruthy();
  server.answer(getWithdrawalPassword, { isSet: true, reset: null });
  await vi.advanceTimersByTimeAsync(1_801_000);
  await expect.poll(() => page.queryByText(/May 1, 22:00/)).toBeNull();
});

test('a value that follows from no entry of the history is named beside it, and once a day on any page', async () => {
  const databases = memoryDatabases();
  vi.stubGlobal('indexedDB', databases);
  session.signIn('newcomer7');
  const server = fakeServer();
  const named = { id: 'A0001', act: 'realNameChanged' as const, detail: 'Ann Lee', at: at(9), operator: null };
  server.answer(listSecurityActs, [named]);
  server.answer(getAccountInfo, { ...account, realname: 'Ann Lee' });
  const first = mount(<HistoryCheck of={['account']} />);
  await expect.poll(() => first.container.textContent).toContain('had kept nothing of this before');
  first.unmount();
  queryClient.clear();
  const second = mount(<HistoryCheck of={['account']} />);
  await expect.poll(() => second.container.textContent).toContain('follows from your security history');
  second.unmount();
  queryClient.clear();
  server.answer(getAccountInfo, { ...account, realname: 'Bob Ray' });
  const changed = mount(<HistoryCheck of={['account']} />);
  expect((await changed.page.findByRole('alert')).textContent).toContain('Real name: Ann Lee → Bob Ray');
  changed.unmount();

  server.answer(getLimits, { lossLimits: [], exclusion: null, now: at(10), timeZone: 'UTC' });
  const switches = { plans: true, deposits: true, withdrawals: true, financing: true, rounds: true, draws: true };
  server.answer(getNotificationSettings, { ...switches, team: true, amounts: false, pushKey: '', devices: [] });
  const anywhere = mount(<HistoryKeeper isShownByPage={false} />);
  await anywhere.page.findByText('This does not follow from your security history');
  await press('Security Center');
  expect(anywhere.went).toEqual(['/securityCenter']);
  anywhere.unmount();
  const looks = () => server.requestsTo(listSecurityActs).length;
  const looked = looks();
  expect([await checkDaily('newcomer7'), looks()]).toEqual([false, looked]);
  // A phone's clock that was set ahead at the last look puts off no later one.
  const kept = { ...(await readKeptHistory('newcomer7')), checkedAt: Date.now() + 1_000 * 24 * 3_600_000 };
  databases.leave('clearlot-history', 'newcomer7', kept);
  expect(await checkDaily('newcomer7')).toBe(true);

  // What a deleted account of that name has left here is held against nothing of this one's.
  databases.leave('clearlot-history', 'newcomer7', { ...kept, checkedAt: 0 });
  await keepForAccount('newcomer7', at(0));
  databases.leave('clearlot-history', 'newcomer7', { ...kept, checkedAt: 0 });
  const before = looks();
  mount(<HistoryKeeper isShownByPage={false} />);
  // Three times, as something differs; what the mounted one would ask for stands before it.
  expect([await checkDaily('newcomer7'), looks() - before]).toEqual([true, 3]);
  databases.forget();
  session.signOut();
});
