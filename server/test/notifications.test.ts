import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { code, type MoneyWorld, openMoneyWorld, setWithdrawalPassword } from './money-world.fixture.ts';
import { Phone } from './phone.fixture.ts';
import { openPushService, type PushDeviceKeys, type PushService, type TakenMessage } from './push-service.fixture.ts';

let world: MoneyWorld;
let service: PushService;

beforeAll(async () => {
  service = await openPushService();
  world = await openMoneyWorld({ pushToLoopback: true });
});
afterAll(async () => {
  await world.close();
  await service.close();
});

interface Listed {
  readonly notifications: readonly { readonly id: string; readonly kind: string; readonly read: boolean }[];
  readonly newest: string;
  readonly unread: number;
}

const listed = async (phone: Phone): Promise<Listed> => (await phone.get('/notifications/list')).info as Listed;
const keysOf = ({ endpoint, p256dh, auth }: PushDeviceKeys) => ({ endpoint, p256dh, auth });
const titles = (taken: readonly TakenMessage[]): string[] => taken.map(({ message }) => message.title);

test('a credited deposit and a settled plan are listed, read on one phone for all, and pushed to the device that asked', async () => {
  const phone = await world.fundedMember('notify01');
  const device = service.device();
  const added = await phone.post('/notifications/devices', keysOf(device));
  expect(added).toMatchObject({ status: 200, url: { devices: [{ id: expect.stringMatching(/^[0-9a-f]{24}$/) }] } });
  const before = await listed(phone);
  expect(before.notifications.map(({ kind }) => kind)).toEqual(['securityAct', 'depositConfirmed']);

  const placed = await phone.post('/Exchange/shenqing', { id: '1', coin: 'ETH', multiple: '3', price: '100' });
  expect(placed.status).toBe(200);
  await expect
    .poll(() => titles(device.taken), { timeout: 60_000 })
    .toEqual([
      // The device itself is one.
      'Security of your account',
      'Plan settled',
    ]);
  const path = device.taken[1]?.message.path ?? '';
  const plan = new URL(path, 'https://app').searchParams.get('id') ?? '';
  expect((await phone.get(`/plans/detail/${plan}`)).status).toBe(200);
  expect(device.taken[0]?.senderKey).toBe((added.url as { pushKey: string }).pushKey);

  const other = new Phone(world.app.address);
  other.takeCookies(phone);
  const { newest, unread } = await listed(other);
  expect(unread).toBe(3);
  expect(await other.post('/notifications/read', { through: newest })).toMatchObject({ url: { unread: 0 } });
  expect((await listed(phone)).notifications.map(({ read }) => read)).toEqual([true, true, true]);
});

test('an act on the account is pushed without saying which; a sign-out ends the messages', async () => {
  const phone = await world.fundedMember('notify02');
  const device = service.device();
  await phone.post('/notifications/devices', keysOf(device));
  // The chat answers of itself: one message of it is unread.
  await phone.post('/chat/send', { id: randomUUID(), text: 'A question' });
  const unreadOf = async (path: string) => ((await phone.get(path)).info as { readonly unread: number }).unread;
  await expect.poll(() => unreadOf('/chat/notice')).toBe(1);
  await setWithdrawalPassword(phone);
  await expect.poll(() => titles(device.taken)).toEqual(Array(2).fill('Security of your account'));
  const besides = (await unreadOf('/chat/notice')) + (await unreadOf('/page/notice'));
  expect(device.taken[1]?.message.unread).toBe((await listed(phone)).unread + besides);
  // The password renewed the session, and the device went along.
  const settings = await phone.get('/notifications/settings');
  expect(settings.url).toMatchObject({ devices: [{}] });
  expect((await phone.get('/login/loginout')).status).toBe(200);
  const { rows } = await world.database.pool.query('select from push_device where endpoint = $1', [device.endpoint]);
  expect(rows).toHaveLength(0);
});

test('switches are kept, and what is not ours or not possible is refused', async () => {
  const phone = await world.fundedMember('notify03');
  const stranger = new Phone(world.app.address);
  await stranger.register('notify04', code);
  expect(await phone.post('/notifications/settings', { setting: 'plans', on: '0' })).toMatchObject({
    status: 200,
    url: { plans: false, deposits: true, amounts: false },
  });
  expect(await phone.get('/notifications/settings')).toMatchObject({ url: { plans: false } });
  expect(await phone.post('/notifications/settings', { setting: 'security', on: '0' })).toMatchObject({
    code: 'notificationTopicUnknown',
  });
  const device = service.device();
  const { url } = await phone.post('/notifications/devices', keysOf(device));
  const id = (url as { devices: { id: string }[] }).devices[0]?.id ?? '';
  expect(await stranger.post('/notifications/devices/remove', { id })).toMatchObject({ code: 'pushDeviceUnknown' });
  for (const endpoint of ['https://10.0.0.1/x', 'http://example.com/x', 'https://database/x', 'https://127.0.0.1/x']) {
    expect(await phone.post('/notifications/devices', { ...keysOf(device), endpoint })).toMatchObject({
      code: 'pushDeviceRefused',
    });
  }
  expect(await phone.post('/notifications/devices', { ...keysOf(device), p256dh: 'A'.repeat(87) })).toMatchObject({
    code: 'pushDeviceRefused',
  });
  const own = (await listed(phone)).notifications[0]?.id ?? '';
  // Another member's event marks nothing of this one.
  await stranger.post('/notifications/read', { id: own });
  expect((await listed(phone)).unread).toBe(2);
  expect(await phone.post('/notifications/read', { id: own, through: '0.0' })).toMatchObject({
    code: 'notificationUnknown',
  });
  expect(await phone.post('/notifications/devices/remove', { id })).toMatchObject({ url: { devices: [] } });
});
