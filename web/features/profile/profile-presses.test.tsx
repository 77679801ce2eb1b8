// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { getWeek } from '#contract/check-in.ts';
import { getEntries } from '#contract/draws.ts';
import { getFinancingLog } from '#contract/financing.ts';
import { getLimits } from '#contract/limits.ts';
import type { OutputOf } from '#contract/operation.ts';
import { getMember } from '#contract/profile.ts';
import { getAccountInfo } from '#contract/profile-account.ts';
import { updateProfile } from '#contract/profile-update.ts';
import { listTasks } from '#contract/tasks.ts';
import { getWallet } from '#contract/wallet.ts';
import { listMovements, sumMovements } from '#contract/wallet-movements.ts';
import { quoteWithdrawal } from '#contract/withdrawals.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { timeZoneStore } from '#web/platform/format/time-zone.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { session } from '#web/platform/session/session.ts';
import { alerts, fill, typedIn } from '#web/ui/form/filled.fixture.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { MemberPreferences } from './member-preferences.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useGetMember } from './queries/profile.ts';

beforeAll(() => useLanguage('en'));
afterEach(() => session.signOut());

const account: OutputOf<typeof getAccountInfo> = {
  ...{ username: 'newcomer7', nickname: 'Ann', realname: 'Ann Lee', timezone: 'UTC', locale: 'en' },
  ...{ registeredAt: new Date(2026, 4, 1, 10).getTime(), hasBankCard: false, hasWithdrawalPassword: true },
  ...{ frozen: false, hasAuthenticator: false },
};

test('the profile is saved as it was typed, names taken away included; what is refused is said at its field', async () => {
  const server = fakeServer();
  const onSaved = vi.fn();
  queryClient.setQueryData(readKey(quoteWithdrawal, { method: 'card', amount: 1n } as never), {});
  for (const ofDays of [listMovements, sumMovements]) queryClient.setQueryData([ofDays.path, 'today'], {});
  const { page, user } = mount(<ProfileForm profile={account} onSaved={onSaved} />);
  const press = (name: string | RegExp = 'Save') => user.click(page.getByRole('button', { name }));
  expect([typedIn('Nickname'), typedIn('Real name')]).toEqual(['Ann', 'Ann Lee']);
  const longest = ['Nickname', 'Real name'].map((label) => page.getByLabelText<HTMLInputElement>(label).maxLength);
  expect(longest).toEqual([24, 60]);
  expect(page.getByText('Member since May 1, 10:00')).toBeTruthy();
  fill({ Nickname: 'Ann <b>' });
  await press();
  expect(alerts()).toHaveLength(1);
  expect(page.getByLabelText('Nickname').getAttribute('aria-invalid')).toBe('true');
  expect(server.requests).toEqual([]);
  fill({ Nickname: 'Bee' });
  for (const [code, label] of [
    ['nicknameInvalid', 'Nickname'],
    ['realNameNeeded', 'Real name'],
    ['realNameInvalid', 'Real name'],
  ] as const) {
    server.refuse(updateProfile, code, `refused: ${code}`);
    await press();
    await expect.poll(alerts).toEqual([`refused: ${code}`]);
    expect(page.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  }
  server.refuse(updateProfile, 'timeZoneUnknown', 'No such zone');
  await press();
  await expect.poll(alerts).toEqual(['No such zone']);
  server.refuse(updateProfile, 'accountFrozen', 'The account is frozen');
  await press();
  await expect.poll(alerts).toEqual(['The account is frozen']);
  expect(typedIn('Nickname')).toBe('Bee');

  await press(/Time zone/);
  fill({ Search: 'no such place' });
  expect(page.getByText('No time zone has this name')).toBeTruthy();
  fill({ Search: 'new york' });
  expect(page.queryByText('No time zone has this name')).toBeNull();
  await press('America/New York');
  expect(page.queryByLabelText('Search')).toBeNull();
  expect(page.getByText('America/New_York')).toBeTruthy();
  await press(/Time zone/);
  fill({ Search: 'new york' });
  expect(page.getByRole('button', { name: 'America/New York' }).getAttribute('aria-pressed')).toBe('true');
  await press('Close');

  fill({ Nickname: '', 'Real name': '' });
  const saved = { ...account, nickname: '', realname: '', timezone: 'America/New_York' };
  const held = server.hold(updateProfile, saved);
  await press();
  await press();
  held.release();
  await expect.poll(() => onSaved.mock.calls).toEqual([['Done']]);
  const sent = server.requestsTo(updateProfile).map(({ fields }) => fields);
  expect(sent).toHaveLength(6);
  expect(sent[0]).toEqual({ nickname: 'Bee', realname: 'Ann Lee', timezone: 'UTC' });
  expect(sent.at(-1)).toEqual({ nickname: '', realname: '', timezone: 'America/New_York' });
  expect(queryClient.getQueryData(readKey(getAccountInfo, {}))).toEqual(saved);
  for (const { path } of [quoteWithdrawal, listMovements, sumMovements]) {
    expect(queryClient.getQueryCache().find({ queryKey: [path], exact: false })?.state.isInvalidated).toBe(true);
  }
});

test('times are those of the profile’s zone until the member leaves; a new account takes over the zone of the phone', async () => {
  localeStore.choiceSaved('en');
  const server = fakeServer();
  server.answer(getAccountInfo, { ...account, timezone: 'Asia/Tokyo' });
  server.answerBy(updateProfile, ({ fields }) => ({ ...account, timezone: fields.timezone ?? 'Asia/Tokyo' }));
  const adopt = vi.spyOn(localeStore, 'adopt').mockRejectedValue(new Error('offline'));
  const { unmount } = mount(<MemberPreferences />);
  await expect.poll(timeZoneStore.zone).toBe('Asia/Tokyo');
  expect(adopt.mock.calls).toEqual([['en']]);
  adopt.mockRestore();
  expect(server.requestsTo(updateProfile)).toEqual([]);
  unmount();
  expect(timeZoneStore.zone()).toBeUndefined();
  timeZoneStore.markRegistered();
  const phone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  mount(<MemberPreferences />);
  await expect.poll(timeZoneStore.zone).toBe(phone);
  expect(server.requestsTo(updateProfile).map(({ fields }) => fields)).toEqual([{ timezone: phone }]);
});

test('what was read of a day in the zone before is read again once the profile has another one, and not for a name', async () => {
  localeStore.choiceSaved('en');
  const server = fakeServer();
  // What the test before has made stale is gathered for a moment.
  await new Promise((resolve) => setTimeout(resolve, 80));
  const ofDays = [getMember, getWallet, getFinancingLog, getWeek, listTasks, getEntries, getLimits];
  for (const { path } of ofDays) queryClient.setQueryData([path, {}], {});
  const stale = () => ofDays.filter(({ path }) => queryClient.getQueryState([path, {}])?.isInvalidated);
  server.answer(getAccountInfo, { ...account, timezone: 'Asia/Tokyo' });
  server.answer(updateProfile, { ...account, timezone: 'Asia/Tokyo', nickname: 'Bee' });
  const { unmount } = mount(<MemberPreferences />);
  await expect.poll(timeZoneStore.zone).toBe('Asia/Tokyo');
  const onSaved = vi.fn();
  const { page, user } = mount(<ProfileForm profile={{ ...account, timezone: 'Asia/Tokyo' }} onSaved={onSaved} />);
  await user.click(page.getByRole('button', { name: 'Save' }));
  await expect.poll(() => onSaved.mock.calls.length).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 80));
  expect(stale()).toEqual([]);
  unmount();
  const phone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  server.answer(updateProfile, { ...account, timezone: phone });
  timeZoneStore.markRegistered();
  mount(<MemberPreferences />);
  await expect.poll(() => stale().length).toBe(ofDays.length);
});

test('the zone of the phone is tried again for a new account until the profile has it, unless the server does not know it', async () => {
  session.signIn('newcomer7');
  const server = fakeServer();
  const phone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  server.answer(getAccountInfo, { ...account, timezone: 'Asia/Tokyo' });
  server.loseConnection(updateProfile);
  timeZoneStore.markRegistered();
  const sent = () => server.requestsTo(updateProfile).length;
  const { unmount } = mount(<MemberPreferences />);
  await expect.poll(sent).toBe(1);
  await expect.poll(timeZoneStore.zone).toBe('Asia/Tokyo');
  server.answer(updateProfile, { ...account, timezone: phone });
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('online'));
      return timeZoneStore.zone();
    })
    .toBe(phone);
  expect(server.requestsTo(updateProfile).at(-1)?.fields).toEqual({ timezone: phone });
  unmount();
  server.refuse(updateProfile, 'timeZoneUnknown', 'No such zone');
  timeZoneStore.markRegistered();
  const before = sent();
  mount(<MemberPreferences />);
  await expect.poll(sent).toBe(before + 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  window.dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent()).toBe(before + 1);
});

test('a zone that the member chooses before the phone’s own was saved is not replaced by it', async () => {
  session.signIn('newcomer7');
  queryClient.clear();
  const server = fakeServer();
  server.answer(getAccountInfo, { ...account, timezone: 'Asia/Tokyo' });
  server.loseConnection(updateProfile);
  timeZoneStore.markRegistered();
  mount(<MemberPreferences />);
  await expect.poll(() => server.requestsTo(updateProfile).length).toBe(1);
  await expect.poll(timeZoneStore.zone).toBe('Asia/Tokyo');
  server.answer(getAccountInfo, { ...account, timezone: 'Europe/Paris' });
  await queryClient.invalidateQueries();
  await expect.poll(timeZoneStore.zone).toBe('Europe/Paris');
  window.dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(server.requestsTo(updateProfile)).toHaveLength(1);
});

test('a language that was chosen here is saved in the profile, and tried again until it is', async () => {
  session.signIn('newcomer7');
  const server = fakeServer();
  server.answer(getAccountInfo, account);
  server.loseConnection(updateProfile);
  const { unmount } = mount(<MemberPreferences />);
  await localeStore.choose('en');
  await expect.poll(() => server.requestsTo(updateProfile).length).toBeGreaterThan(0);
  expect(localeStore.unsavedChoice()).toBe('en');
  const before = server.requestsTo(updateProfile).length;
  server.answer(updateProfile, account);
  await expect
    .poll(() => {
      window.dispatchEvent(new Event('online'));
      return localeStore.unsavedChoice();
    })
    .toBeNull();
  const sent = server.requestsTo(updateProfile);
  expect(sent.length).toBeGreaterThan(before);
  expect(new Set(sent.map(({ fields }) => JSON.stringify(fields)))).toEqual(new Set(['{"locale":"en"}']));
  unmount();
  const settled = server.requests.length;
  window.dispatchEvent(new Event('online'));
  await localeStore.choose('en');
  expect(server.requests).toHaveLength(settled);
  localeStore.choiceSaved('en');
});

test('of two languages that are chosen one after the other the profile has the second, whichever call is slower', async () => {
  session.signIn('newcomer7');
  const server = fakeServer();
  server.answer(getAccountInfo, account);
  mount(<MemberPreferences />);
  const sent = () => server.requestsTo(updateProfile).map(({ fields }) => fields.locale);
  const slow = server.hold(updateProfile, account);
  await localeStore.choose('jp');
  await expect.poll(sent).toEqual(['jp']);
  await localeStore.choose('en');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent()).toEqual(['jp']);
  server.answer(updateProfile, account);
  slow.release();
  await expect.poll(sent).toEqual(['jp', 'en']);
  await expect.poll(localeStore.unsavedChoice).toBeNull();
});

function Today() {
  useGetMember();
  return null;
}

test('the member’s figures of today are read again when there may be another day', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  server.refuse(getMember, 'notPermitted', 'You may not');
  mount(<Today />);
  await expect.poll(() => queryClient.getQueryState([getMember.path, {}])?.status).toBe('error');
  await vi.advanceTimersByTimeAsync(61_000);
  await expect.poll(() => server.requestsTo(getMember).length).toBe(2);
  vi.useRealTimers();
});

test('a zone that could not be saved is not tried for another member after the sign-out', async () => {
  session.signIn('newcomer7');
  queryClient.clear();
  const server = fakeServer();
  server.answer(getAccountInfo, { ...account, timezone: 'Asia/Tokyo' });
  server.loseConnection(updateProfile);
  const sent = () => server.requestsTo(updateProfile).length;
  timeZoneStore.markRegistered();
  const { unmount } = mount(<MemberPreferences />);
  await expect.poll(sent).toBe(1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  unmount();
  window.dispatchEvent(new Event('online'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sent()).toBe(1);
});
