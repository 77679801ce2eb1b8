// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, test, vi } from 'vitest';
import { listNotices } from '#contract/content.ts';
import { getMarketStatus } from '#contract/market.ts';
import {
  changeNotificationSettings,
  getNotificationSettings,
  listNotifications,
  markNotificationsRead,
} from '#contract/notifications.ts';
import { listSecurityActs } from '#contract/security.ts';
import { NotificationToast } from '#web/features/notifications/notification-toast.tsx';
import { currentDeviceId, pushSupport } from '#web/features/notifications/push-subscription.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { installStore } from '#web/platform/installed/install.ts';
import { press } from '#web/ui/form/filled.fixture.ts';
import { type FakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { expectOutline } from '#web/ui/outline.fixture.ts';
import { Page as LanguagePage } from './language.tsx';
import { asMember } from './member-page.fixture.ts';
import { Page as NoticesPage } from './notices.tsx';
import { noticesOf } from './samples-content.fixture.ts';
import * as samples from './samples-news.fixture.ts';
import { on } from './samples-security.fixture.ts';
import { Page as SettingsPage } from './settings.tsx';

vi.mock('#web/features/notifications/push-subscription.ts', async (original) => ({
  ...(await original<typeof import('#web/features/notifications/push-subscription.ts')>()),
  ...{ currentDeviceId: vi.fn(), pushSupport: vi.fn() },
}));

let server: FakeServer;

asMember((fake) => {
  server = fake;
  server.answer(getNotificationSettings, samples.settings);
  server.answer(listSecurityActs, []);
  server.answer(getMarketStatus, samples.replay);
  server.answerBy(listNotifications, ({ fields }) => samples.notificationsOf(fields.topic));
  server.answer(markNotificationsRead, { unread: 8 });
  server.answer(
    listNotices,
    noticesOf((isRead) => isRead),
  );
});
beforeEach(() => {
  // The age of a price is counted by the clock that measures durations.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] }).setSystemTime(on(4, 13));
  vi.stubEnv('VITE_APP_VERSION', '1.2.3+test');
  vi.spyOn(installStore, 'state').mockReturnValue('byHand');
  vi.mocked(pushSupport).mockReturnValue('supported');
  vi.mocked(currentDeviceId).mockResolvedValue('0a'.repeat(12));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  localStorage.clear();
});

const settings = () => mount(<SettingsPage />, { path: '/shezhi' });

test('the settings of a member with push messages on this device, and prices of a replay', async () => {
  const { container, page } = settings();
  await page.findByText('Turn off for this device');
  await expectOutline(container);
});

test('the settings on a device without push messages, with stale prices, and a browser that offers to install', async () => {
  vi.spyOn(installStore, 'state').mockReturnValue('offered');
  vi.mocked(currentDeviceId).mockResolvedValue(null);
  server.answer(getMarketStatus, samples.staleExchange);
  server.answer(getNotificationSettings, { ...samples.settings, devices: samples.settings.devices.slice(1) });
  const { container, page } = settings();
  await page.findByText('Turn on for this device');
  await expectOutline(container);
});

test.each(['denied', 'unsupported'] as const)('the settings where push messages are %s', async (support) => {
  vi.mocked(pushSupport).mockReturnValue(support);
  server.answer(getNotificationSettings, { ...samples.settings, devices: [] });
  server.refuse(getMarketStatus, 'notPermitted', 'No prices');
  await expectOutline(settings().container);
});

test('the settings that cannot be read, before the first price, and the question before a sign-out', async () => {
  server.refuse(getNotificationSettings, 'notPermitted', 'Not now');
  server.answer(getMarketStatus, { ...samples.replay, identity: null, ageMs: null, lastPriceAt: null });
  const { container } = settings();
  await expectOutline(container);
  await press('Sign out');
  await expectOutline(container);
});

test('a switch that is refused stays as it was', async () => {
  server.refuse(changeNotificationSettings, 'notPermitted', 'Not this one');
  const { container, page } = settings();
  await page.findByText('Turn off for this device');
  page.getAllByRole('checkbox')[1]?.click();
  await page.findAllByText('Not this one');
  await expectOutline(container);
});

test('the settings of an app that is installed', async () => {
  vi.spyOn(installStore, 'state').mockReturnValue('installed');
  const { container, page } = settings();
  await page.findByText('Turn off for this device');
  await expectOutline(container);
});

test('the languages', async () => {
  await expectOutline(mount(<LanguagePage />, { path: '/yuyanshezhi' }).container);
});

const notices = (search = '') => mount(<NoticesPage />, { path: `/Notifications${search}` });

test('the notifications of every kind, and the notices beside them', async () => {
  const { container } = notices();
  await expectOutline(container);
  await press('Notices');
  await expectOutline(container);
});

test('the notifications of every act on the account, and of a topic without any', async () => {
  const { container } = notices();
  await expectOutline(container);
  await press('Security');
  await expectOutline(container);
  server.answer(listNotifications, { notifications: [], next: null, newest: '95.B90', unread: 0 });
  await press('Deposits');
  await expectOutline(container);
  server.refuse(listNotifications, 'notPermitted', 'Not now');
  await press('Plans');
  await expectOutline(container);
});

test('a member without notifications sees the notices', async () => {
  server.answer(listNotifications, { notifications: [], next: null, newest: '0.', unread: 0 });
  await expectOutline(notices().container);
});

test.each([1, 3])('so many new notifications are announced: %s', async (count) => {
  const { gain } = samples;
  const log = { next: null, unread: count };
  server.answer(listNotifications, { ...log, notifications: [], newest: '90.A' });
  const { container, page } = mount(<NotificationToast showsActs={() => false} />);
  await expectOutline(container);
  const notifications = [3, 2, 1].slice(-count).map((place) => ({ ...gain, id: `t${90 + place}` }));
  server.answer(listNotifications, { ...log, notifications, newest: `${90 + count}.A` });
  await act(async () => void (await queryClient.refetchQueries()));
  await page.findByText('Open');
  await expectOutline(container);
});
