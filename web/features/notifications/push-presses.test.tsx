// @vitest-environment happy-dom
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  addPushDevice,
  getNotificationSettings,
  type NotificationSettings,
  removePushDevice,
} from '#contract/notifications.ts';
import { type AccountInfo, getAccountInfo } from '#contract/profile-account.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { keepForAccount } from '#web/platform/session/name-owner.ts';
import { session } from '#web/platform/session/session.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { pushChoice } from './push-choice.ts';
import { PushKeeper } from './push-keeper.tsx';
import { currentDeviceId, pushSupport, subscribeDevice, unsubscribeDevice, WorkerAbsent } from './push-subscription.ts';
import { PushSwitch } from './push-switch.tsx';

vi.mock('./push-subscription.ts', async (original) => ({
  ...(await original<typeof import('./push-subscription.ts')>()),
  ...{ currentDeviceId: vi.fn(), pushSupport: vi.fn(), subscribeDevice: vi.fn(), unsubscribeDevice: vi.fn() },
}));

beforeAll(() => useLanguage('en'));
afterEach(() => {
  session.signOut();
  localStorage.clear();
  vi.resetAllMocks();
});

/** The id of this device. */
const here = '0a'.repeat(12);

const off: NotificationSettings = {
  ...{ plans: true, deposits: true, withdrawals: true, financing: true, rounds: true, draws: true, team: true },
  ...{ amounts: false, pushKey: 'server-key', devices: [] },
};
const on = { ...off, devices: [{ id: here, addedAt: 0 }] };
const elsewhere = { ...off, devices: [{ id: 'there', addedAt: 0 }] };
const account: AccountInfo = {
  ...{ username: 'newcomer7', nickname: '', realname: '', timezone: 'UTC', locale: 'en', registeredAt: 1_000 },
  ...{ hasWithdrawalPassword: false, hasBankCard: false, frozen: false, hasAuthenticator: false },
};
const device = { endpoint: 'https://push.example/1', p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) };

test('push messages are turned on for this device and off again, on the server and in the browser', async () => {
  session.signIn('newcomer7');
  vi.mocked(pushSupport).mockReturnValue('supported');
  vi.mocked(currentDeviceId).mockResolvedValue(here);
  const server = fakeServer();
  server.answer(addPushDevice, on);
  server.answer(removePushDevice, off);
  const { page, user, rerender } = mount(<PushSwitch settings={elsewhere} />);
  const press = (name: string) => user.click(page.getByRole('button', { name }));
  expect(page.getByText('Devices with push messages: 1')).toBeTruthy();
  const asked = Promise.withResolvers<typeof device>();
  vi.mocked(subscribeDevice).mockReturnValueOnce(asked.promise);
  await press('Turn on for this device');
  await press('Turn on for this device');
  expect(pushChoice.isOn('newcomer7')).toBe(false);
  asked.resolve(device);
  await expect.poll(() => pushChoice.isOn('newcomer7')).toBe(true);
  expect(vi.mocked(subscribeDevice).mock.calls).toEqual([['server-key']]);
  expect(server.requestsTo(addPushDevice).map(({ fields }) => fields)).toEqual([device]);
  rerender(<PushSwitch settings={on} />);
  await expect.poll(() => page.queryByRole('button', { name: 'Turn off for this device' })).toBeTruthy();
  await press('Turn off for this device');
  await expect.poll(() => vi.mocked(unsubscribeDevice).mock.calls.length).toBe(1);
  expect(server.requestsTo(removePushDevice).map(({ fields }) => fields)).toEqual([{ id: here }]);
  expect(pushChoice.isOn('newcomer7')).toBe(false);
  rerender(<PushSwitch settings={off} />);
  await expect.poll(() => page.queryByRole('button', { name: 'Turn on for this device' })).toBeTruthy();
  expect(page.queryByText(/Devices with push messages/)).toBeNull();
});

test('why there are no push messages is said, each for its own reason', async () => {
  vi.mocked(pushSupport).mockReturnValue('supported');
  vi.mocked(currentDeviceId).mockRejectedValue(new Error('no worker'));
  const server = fakeServer();
  server.refuse(addPushDevice, 'serverBusy', 'Busy at the moment');
  const { page, user, toast, unmount } = mount(<PushSwitch settings={off} />);
  const press = () => user.click(page.getByRole('button', { name: 'Turn on for this device' }));
  const cases: readonly (readonly [() => void, RegExp])[] = [
    [() => vi.mocked(subscribeDevice).mockRejectedValueOnce(new WorkerAbsent()), /no background worker/],
    [() => vi.mocked(subscribeDevice).mockRejectedValueOnce(new DOMException('')), /push service did not answer/],
    [() => vi.mocked(subscribeDevice).mockResolvedValueOnce(device), /^Busy at the moment$/],
  ];
  for (const [prepare, words] of cases) {
    prepare();
    await press();
    await expect.poll(toast).toMatch(words);
    await expect.poll(() => page.getByRole('button').getAttribute('aria-busy')).toBeNull();
  }
  expect(pushChoice.isOn('')).toBe(false);
  vi.mocked(pushSupport).mockReturnValue('denied');
  vi.mocked(subscribeDevice).mockResolvedValueOnce(null);
  await press();
  await expect.poll(toast).toMatch(/permission was not given/);
  expect(page.getByText(/You blocked messages from this site/)).toBeTruthy();
  expect(page.queryByRole('button')).toBeNull();
  expect(server.requestsTo(addPushDevice)).toHaveLength(1);
  unmount();
  vi.mocked(pushSupport).mockReturnValue('unsupported');
  mount(<PushSwitch settings={off} />);
  expect(page.getByText(/does not support push messages here/)).toBeTruthy();
});

test('a device whose messages were ended is added again where its member had turned them on, and only there', async () => {
  const worker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.mocked(pushSupport).mockReturnValue('supported');
  vi.mocked(currentDeviceId).mockResolvedValue(here);
  vi.mocked(subscribeDevice).mockResolvedValue(device);
  session.signIn('newcomer7');
  const server = fakeServer();
  server.answer(getNotificationSettings, on);
  server.answer(addPushDevice, on);
  server.answer(getAccountInfo, account);
  const first = mount(<PushKeeper />);
  expect(server.requests).toEqual([]);
  first.unmount();
  pushChoice.set('newcomer7', true);
  const { unmount, went } = mount(<PushKeeper />);
  await expect.poll(() => vi.mocked(currentDeviceId).mock.calls.length).toBe(1);
  expect(server.requestsTo(addPushDevice)).toEqual([]);
  for (const data of [{ kind: 'open', path: '/orders' }, { kind: 'close', path: '/assets' }, null, { kind: 'open' }]) {
    worker.dispatchEvent(Object.assign(new Event('message'), { data }));
  }
  expect(went).toEqual(['/orders']);
  unmount();
  worker.dispatchEvent(Object.assign(new Event('message'), { data: { kind: 'open', path: '/assets' } }));
  expect(went).toEqual(['/orders']);

  session.signOut();
  session.signIn('other88');
  mount(<PushKeeper />).unmount();
  expect(vi.mocked(currentDeviceId)).toHaveBeenCalledTimes(1);
  pushChoice.set('other88', true);
  server.answer(getNotificationSettings, elsewhere);
  server.answer(getAccountInfo, { ...account, username: 'other88' });
  queryClient.clear();
  const last = mount(<PushKeeper />);
  await expect.poll(() => server.requestsTo(addPushDevice).map(({ fields }) => fields)).toEqual([device]);
  expect(vi.mocked(subscribeDevice).mock.calls).toEqual([['server-key']]);
  last.unmount();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

test.each(['before', 'after'])(
  'a choice of an earlier account of the name, recognised %s its messages would be renewed, adds no device',
  async (when) => {
    const worker = new EventTarget();
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: worker });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
    vi.stubGlobal('Notification', { permission: 'granted' });
    vi.mocked(pushSupport).mockReturnValue('supported');
    const server = fakeServer();
    server.answer(getNotificationSettings, elsewhere);
    await keepForAccount('newcomer7', account.registeredAt);
    session.signIn('newcomer7');
    pushChoice.set('newcomer7', true);
    const recognise = () => keepForAccount('newcomer7', 2_000);
    if (when === 'before') await recognise();
    server.answer(getAccountInfo, { ...account, registeredAt: 2_000 });
    mount(<PushKeeper />);
    if (when === 'after') await expect.poll(() => server.requestsTo(getAccountInfo).length).toBe(1);
    await pause(50);
    await recognise();
    expect([pushChoice.isOn('newcomer7'), server.requestsTo(getNotificationSettings)]).toEqual([false, []]);
  },
);

test('a browser without service workers hears of no tapped message, and shows the app', () => {
  vi.mocked(pushSupport).mockReturnValue('unsupported');
  expect('serviceWorker' in navigator).toBe(false);
  const { page } = mount(
    <>
      <PushKeeper />
      the app
    </>,
  );
  expect(page.getByText('the app')).toBeTruthy();
});
