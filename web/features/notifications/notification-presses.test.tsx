// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { kindsOf } from '#contract/notification-kinds.ts';
import { en } from '#contract/notification-texts/en.ts';
import {
  changeNotificationSettings,
  getNotificationSettings,
  listNotifications,
  markNotificationsRead,
  type Notification,
  type NotificationSettings,
} from '#contract/notifications.ts';
import type { OutputOf } from '#contract/operation.ts';
import { usdt } from '#core/money/amount.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { Navigation } from '#web/platform/navigation/navigation.tsx';
import { session } from '#web/platform/session/session.ts';
import { chatUnreadStore, unreadStore } from '#web/platform/unread.ts';
import { alerts } from '#web/ui/form/filled.fixture.ts';
import { type FakeServer, fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { staysAt, useLanguage } from '#web/ui/shown.fixture.tsx';
import { NotificationList } from './notification-list.tsx';
import { NotificationToast } from './notification-toast.tsx';
import { NotificationSettingsCard } from './settings-card.tsx';
import { UnreadBadge } from './unread-badge.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => {
  session.signOut();
  localStorage.clear();
  vi.useRealTimers();
});

const at = new Date(2026, 4, 1, 10).getTime();
const settled: Notification = {
  ...{ id: 't12', kind: 'planSettled', reference: '1KDVDWMC0SXVXCS8', amount: usdt(1_500_000n) },
  ...{ at, read: false, quiet: false },
};
const paid: Notification = { ...settled, id: 't11', kind: 'withdrawalPaid', amount: usdt(-2_000_000n), read: true };
const act: Notification = { ...settled, id: 'aB1', kind: 'securityAct', reference: 'accountFrozen', amount: null };

type Log = OutputOf<typeof listNotifications>;
const log = (notifications: readonly Notification[], more: Partial<Log> = {}): Log => ({
  ...{ notifications: [...notifications], next: null, newest: '12.B1', unread: 0, ...more },
});

const sentMarks = (server: FakeServer) => server.requestsTo(markNotificationsRead).map(({ fields }) => fields);

test('a notification leads to what it is about and is read from then on; one that was read is not marked again', async () => {
  const server = fakeServer();
  server.answer(listNotifications, log([settled, act, paid], { unread: 2 }));
  server.answer(markNotificationsRead, { unread: 1 });
  const { page, user, went } = mount(<NotificationList />);
  await expect.poll(() => page.queryAllByRole('listitem').length).toBe(3);
  const rows = page.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/May 1, 10:00Unread.*\+1\.5000$/);
  expect(rows[1]).toMatch(/Account frozen.*Unread$/);
  expect(rows[2]).toMatch(/10:00.*−2\.0000$/);
  expect(rows[2]).not.toContain('Unread');
  const reads = server.requestsTo(listNotifications).length;
  await user.click(page.getAllByRole('link')[0] as HTMLElement);
  await expect.poll(() => server.requestsTo(listNotifications).length).toBe(reads + 1);
  await user.click(page.getAllByRole('link')[1] as HTMLElement);
  await user.click(page.getAllByRole('link')[2] as HTMLElement);
  expect(went).toEqual(page.getAllByRole('link').map((link) => link.getAttribute('href')));
  expect(went[1]).toBe('/securityCenter');
  expect(went[0]).toContain('1KDVDWMC0SXVXCS8');
  expect(sentMarks(server)).toEqual([{ id: 't12' }, { id: 'aB1' }]);

  const held = server.hold(markNotificationsRead, { unread: 0 });
  await user.click(page.getByRole('button', { name: 'Mark all as read' }));
  await user.click(page.getByRole('button', { name: 'Mark all as read' }));
  server.answer(listNotifications, log([{ ...settled, read: true }]));
  held.release();
  await expect.poll(() => page.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  expect(sentMarks(server).slice(2)).toEqual([{ through: '12.B1' }]);
});

test('each notification says what happened', async () => {
  const kinds = kindsOf(null).filter((kind) => kind !== 'securityAct');
  const happened = kinds.map((kind, place): Notification => ({ ...settled, id: `t${place + 1}`, kind }));
  fakeServer().answer(listNotifications, log(happened));
  const { page } = mount(<NotificationList />);
  await expect.poll(() => page.queryAllByRole('listitem').length).toBe(kinds.length);
  const rows = page.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(kinds.filter((kind, place) => !rows[place]?.startsWith(en[kind]))).toEqual([]);
});

test('the list is held to one topic, says where it is empty, and goes on where its page says', async () => {
  const server = fakeServer();
  server.answerBy(listNotifications, ({ fields }) => {
    if (fields.topic === 'deposits') return log([]);
    return fields.before === '11.A' ? log([paid]) : log([settled], { next: '11.A' });
  });
  const { page, user } = mount(<NotificationList />);
  const press = (name: string) => user.click(page.getByRole('button', { name }));
  await expect.poll(() => page.queryAllByRole('listitem').length).toBe(1);
  await press('Show earlier ones');
  await expect.poll(() => page.queryAllByRole('listitem').length).toBe(2);
  expect(page.queryByRole('button', { name: 'Show earlier ones' })).toBeNull();
  await press('Deposits');
  await expect.poll(() => page.queryByText('Nothing here yet')).toBeTruthy();
  const pressed = page.getAllByRole('button').filter((one) => one.getAttribute('aria-pressed') === 'true');
  expect(pressed.map(({ textContent }) => textContent)).toEqual(['Deposits']);
  await press('All');
  await expect.poll(() => page.queryAllByRole('listitem').length).toBeGreaterThan(0);
  server.refuse(listNotifications, 'notPermitted', 'You may not');
  await press('Security');
  await expect.poll(alerts).toEqual([expect.stringContaining('You may not')]);
});

test('what has just happened is told once, with the way to it, for ten seconds or until it is closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const server = fakeServer();
  server.answer(listNotifications, log([], { newest: '10.A' }));
  server.answer(markNotificationsRead, { unread: 0 });
  const shown = mount(<NotificationToast showsActs={() => false} />);
  const { page, went, rerender } = shown;
  const news = async (...notifications: readonly Notification[]) => {
    const [{ id = '' } = {}] = notifications;
    const newest = id.startsWith('a') ? `16.${id.slice(1)}` : `${id.slice(1)}.A`;
    server.answer(listNotifications, log(notifications, { newest }));
    void queryClient.invalidateQueries();
    await vi.advanceTimersByTimeAsync(10);
    await expect.poll(() => localStorage.getItem('notified:')).toBe(newest);
    await vi.advanceTimersByTimeAsync(10);
  };
  await vi.advanceTimersByTimeAsync(10);
  await expect.poll(() => localStorage.getItem('notified:')).toBe('10.A');
  expect(page.queryByRole('link')).toBeNull();
  await news(settled, paid);
  expect(page.getByText('+1.5000 USDT')).toBeTruthy();
  const reads = () => server.requestsTo(listNotifications).length;
  const before = reads();
  server.answer(listNotifications, log([settled, paid], { newest: '12.A', unread: 1 }));
  void queryClient.invalidateQueries();
  await expect.poll(reads).toBe(before + 1);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await vi.advanceTimersByTimeAsync(10);
  const link = page.getByRole('link', { name: 'Open' });
  expect(link.getAttribute('href')).toContain('1KDVDWMC0SXVXCS8');
  link.click();
  expect(went).toEqual([link.getAttribute('href')]);
  await vi.advanceTimersByTimeAsync(100);
  expect(sentMarks(server)).toEqual([{ id: 't12' }]);
  await vi.advanceTimersByTimeAsync(9_800);
  expect(page.queryByRole('link')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => page.queryByRole('link')).toBeNull();
  await news(settled);
  expect(page.queryByRole('link')).toBeNull();

  await news({ ...settled, id: 't13' });
  await vi.advanceTimersByTimeAsync(6_000);
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
  server.answer(
    listNotifications,
    log(
      [
        { ...settled, id: 't15' },
        { ...settled, id: 't14' },
      ],
      { newest: '15.A' },
    ),
  );
  const hidden = reads();
  void queryClient.invalidateQueries();
  await expect.poll(reads).toBe(hidden + 1);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await vi.advanceTimersByTimeAsync(10);
  expect(localStorage.getItem('notified:')).toBe('13.A');
  Reflect.deleteProperty(document, 'visibilityState');
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => localStorage.getItem('notified:')).toBe('15.A');
  await vi.advanceTimersByTimeAsync(6_000);
  // Those before would have ended by now.
  expect(page.getByText(/2/)).toBeTruthy();
  expect(page.getByRole('link', { name: 'Open' }).getAttribute('href')).toBe('/Notifications');
  page.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.queryByRole('link')).toBeNull();
  const at = (path: string) => (
    <Navigation navigator={staysAt(path)}>
      <NotificationToast showsActs={() => true} />
    </Navigation>
  );
  rerender(at('/assets'));
  await news({ ...settled, id: 't16' });
  await expect.poll(() => page.queryByRole('link')).toBeTruthy();
  rerender(at('/assets?account=plans'));
  // At once: polling would go on to the end of the ten seconds.
  await vi.advanceTimersByTimeAsync(10);
  expect(page.queryByRole('link')).toBeNull();
  await news({ ...act, id: 'aC1' });
  expect(page.queryByRole('link')).toBeNull();
  // By itself, ten seconds after it came.
  await news({ ...settled, id: 't17' });
  await expect.poll(() => page.queryByRole('link')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(page.queryByRole('link')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(1_000);
  await expect.poll(() => page.queryByRole('link')).toBeNull();
});

test('what one member was told of is news to another one of the same phone', async () => {
  localStorage.setItem('notified:', '12.A');
  localStorage.setItem('notified:member01', '12.A');
  localStorage.setItem('notified:newcomer7', '11.A');
  session.signIn('newcomer7');
  fakeServer().answer(listNotifications, log([settled, paid], { newest: '12.A', unread: 1 }));
  const { page } = mount(<NotificationToast showsActs={() => false} />);
  await page.findByText('+1.5000 USDT');
  expect(localStorage.getItem('notified:newcomer7')).toBe('12.A');
});

test('what another page of this phone has announced is not announced again by one that comes to the front', async () => {
  localStorage.setItem('notified:', '11.A');
  const server = fakeServer();
  server.answer(listNotifications, log([paid], { newest: '11.A' }));
  const { page } = mount(<NotificationToast showsActs={() => false} />);
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  const news = async (newest: string, ...notifications: readonly Notification[]) => {
    server.answer(listNotifications, log(notifications, { newest, unread: 1 }));
    await queryClient.invalidateQueries();
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  localStorage.setItem('notified:', '12.A');
  await news('12.A', settled, paid);
  expect(page.queryByRole('link')).toBeNull();
  // Read before what the other page knows: nothing of it is forgotten.
  localStorage.setItem('notified:', '13.B');
  await news('12.B', settled, paid);
  expect(localStorage.getItem('notified:')).toBe('13.B');
  await news('14.B', { ...settled, id: 't14' }, { ...settled, id: 't13' }, settled);
  await page.findByText('+1.5000 USDT');
  expect(localStorage.getItem('notified:')).toBe('14.B');
});

test('what is unread stands at the bell, at the chat and on the app’s icon, and nowhere after a sign-out', async () => {
  const badge = vi.fn(async () => undefined);
  const cleared = vi.fn(async () => undefined);
  Object.assign(navigator, { setAppBadge: badge, clearAppBadge: cleared });
  const server = fakeServer();
  server.answer(listNotifications, log([], { unread: 3 }));
  const { unmount } = mount(<UnreadBadge notices={2} messages={4} />);
  await expect.poll(() => badge.mock.lastCall).toEqual([9]);
  expect([unreadStore.count(), chatUnreadStore.count()]).toEqual([3, 4]);
  unmount();
  expect([unreadStore.count(), chatUnreadStore.count(), cleared.mock.calls.length]).toEqual([0, 0, 1]);
});

const settings: NotificationSettings = {
  ...{ plans: true, deposits: true, withdrawals: true, financing: true, rounds: true, draws: true, team: true },
  ...{ amounts: false, pushKey: '', devices: [{ id: 'D1', addedAt: at }] },
};

test('a switch follows the finger, sends its own kind, and goes back where it is refused', async () => {
  session.signIn('newcomer7');
  const server = fakeServer();
  server.answer(getNotificationSettings, settings);
  const { page, user, toast } = mount(<NotificationSettingsCard />);
  await expect.poll(() => page.queryAllByRole('checkbox').length).toBe(8);
  const box = (name: string) => page.getByRole<HTMLInputElement>('checkbox', { name });
  const amounts = 'Show amounts in push messages. A locked screen shows them, too.';
  expect([box('Rounds').checked, box(amounts).checked]).toEqual([true, false]);
  expect(page.getByText('Devices with push messages: 1')).toBeTruthy();
  expect(page.getByText(/does not support push messages/)).toBeTruthy();
  const held = server.hold(changeNotificationSettings, { ...settings, rounds: false });
  await user.click(box('Rounds'));
  expect([box('Rounds').checked, box('Draws').checked]).toEqual([false, true]);
  server.answer(getNotificationSettings, { ...settings, rounds: false, devices: [] });
  held.release();
  await expect.poll(() => page.queryByText(/Devices with push messages/)).toBeNull();
  expect(box('Rounds').checked).toBe(false);
  server.refuse(changeNotificationSettings, 'serverBusy', 'Busy at the moment');
  await user.click(box(amounts));
  await expect.poll(toast).toBe('Busy at the moment');
  await expect.poll(() => box(amounts).checked).toBe(false);
  expect(server.requestsTo(changeNotificationSettings).map(({ fields }) => fields)).toEqual([
    { setting: 'rounds', on: '0' },
    { setting: 'amounts', on: '1' },
  ]);
});
