import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PushMessage } from '#contract/notifications.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { openPushService, type PushService } from '#server/test/push-service.fixture.ts';
import { listNotifications } from '../list-notifications.ts';
import { markNotificationsRead } from '../mark-notifications-read.ts';
import { storeSetting } from '../setting-store.ts';
import { type ClaimedDevice, dueDevicesAfter } from './device-queue.ts';
import { openPushKey } from './push-key.ts';
import { contactOf, sendPush } from './push-request.ts';
import { openPushSender, sendMissed, sendToDevice } from './push-sender.ts';
import { openPushWorld } from './push-world.fixture.ts';

const { dependencies, hashOf, member, waitOver, world } = await openForFile(openPushWorld);
let service: PushService;
beforeEach(async () => {
  service = await openPushService();
});
afterEach(async () => {
  await world.database.pool.query('delete from push_device');
  await service.close();
});

test('four nodes at once send each notification once, oldest first, without amounts', async () => {
  const devices = Array.from({ length: 6 }, () => service.device());
  const owners = [];
  for (const device of devices) owners.push(await member(device));
  for (const { memberId } of owners) {
    await world.deposit(memberId, 777);
    await world.act(memberId);
  }
  await Promise.all(Array.from({ length: 4 }, () => sendMissed(dependencies)));
  await sendMissed(dependencies);
  for (const { taken } of devices) {
    expect(taken.map(({ message }) => message.title)).toEqual(['Deposit credited', 'Security of your account']);
    expect(taken.map(({ message }) => message.path)).toEqual([
      expect.stringMatching(/^\/depositSuccess\?deposit=deposit\d+$/),
      '/securityCenter',
    ]);
    expect(JSON.stringify(taken.map(({ message }) => message))).not.toMatch(/\b777\b|passkey/);
  }
});

test('an event of a member is sent as it comes, without waiting for the search for what was missed', async () => {
  const { pool, owner } = world.database;
  await owner.query(
    `insert into scheduled_work (name, due_at) values ('missed push messages', now() + interval '1 hour')`,
  );
  let tell: (message: unknown) => void = () => undefined;
  const listen = (_topic: string, listener: (message: unknown) => void) => {
    tell = listener;
    return () => undefined;
  };
  const sender = openPushSender({ ...dependencies, pool, bus: { subscribe: listen } });
  const device = service.device();
  const { memberId } = await member(device);
  await world.act(memberId);
  tell([{ to: [[String(memberId)]], event: { name: 'security', data: { act: 'passkeyAdded' } } }]);
  await expect.poll(() => device.taken.map(({ message }) => message.title)).toEqual(['Security of your account']);
  await sender.stop();
});

test('the message is encrypted for the device and signed for its push service; amounts come by choice', async () => {
  const device = service.device();
  const { memberId } = await member(device);
  await storeSetting(world.tables, memberId, 'amounts', true);
  await world.database.owner.query(`update member set locale = 'jp' where id = $1`, [memberId]);
  await world.deposit(memberId, 1_234);
  await sendToDevice(dependencies, await hashOf(memberId));
  const [taken] = device.taken;
  expect(taken?.message).toMatchObject({ title: '入金が反映されました', body: '1,234 USDT' });
  expect(taken?.claims).toMatchObject({ aud: service.address, sub: 'https://clearlot.example' });
  expect(taken?.claims.exp).toBeLessThan(Date.now() / 1000 + 24 * 3600);
  expect(taken?.headers).toMatchObject({ ttl: '86400', topic: taken?.message.id });
});

test('a message carries what is unread altogether, without what was read or switched off', async () => {
  const device = service.device();
  const { memberId } = await member(device);
  await world.deposit(memberId, 1);
  await world.deposit(memberId, 2);
  await world.act(memberId);
  await sendToDevice(dependencies, await hashOf(memberId));
  expect(device.taken.map(({ message }) => message.unread)).toEqual([6, 6, 6]);
  const { notifications } = await listNotifications(world, memberId, {});
  await markNotificationsRead(world, memberId, { id: notifications[0]?.id ?? '' });
  await storeSetting(world.tables, memberId, 'deposits', false);
  await world.act(memberId);
  await sendToDevice(dependencies, await hashOf(memberId));
  expect(device.taken.at(-1)?.message.unread).toBe(4);
});

test('a node that dies after sending repeats one message, which replaces itself', async () => {
  const device = service.device();
  const { memberId } = await member(device);
  await world.deposit(memberId, 1);
  await world.deposit(memberId, 2);
  const dying = {
    ...dependencies,
    send: async (one: ClaimedDevice, message: PushMessage) => {
      await dependencies.send(one, message);
      throw new Error('killed');
    },
  };
  await expect(sendToDevice(dying, await hashOf(memberId))).rejects.toThrow('killed');
  // The claim of the dead node still holds.
  await sendMissed(dependencies);
  expect(device.taken).toHaveLength(1);
  await waitOver();
  await sendMissed(dependencies);
  const ids = device.taken.map(({ message }) => message.id);
  expect([ids.length, new Set(ids).size, ids[0]]).toEqual([3, 2, ids[1]]);
});

test('a node whose claim has expired records nothing and sends no more', async () => {
  const device = service.device();
  const { memberId } = await member(device);
  for (const units of [1, 2, 3]) await world.deposit(memberId, units);
  const slow = {
    ...dependencies,
    send: async (one: ClaimedDevice, message: PushMessage) => {
      await waitOver();
      await sendToDevice(dependencies, one.endpointHash);
      return dependencies.send(one, message);
    },
  };
  await sendToDevice(slow, await hashOf(memberId));
  const ids = device.taken.map(({ message }) => message.id);
  expect([ids.length, new Set(ids).size]).toEqual([4, 3]);
  await sendMissed(dependencies);
  expect(device.taken).toHaveLength(4);
});

test('what piled up is one message, what is a day old is none, and a switched-off topic is passed over', async () => {
  const device = service.device();
  const { memberId } = await member(device);
  await world.deposit(memberId, 1);
  world.clock.advance(25 * 60 * 60_000);
  await sendMissed(dependencies);
  expect(device.taken).toHaveLength(0);
  for (let count = 0; count < 8; count++) await world.deposit(memberId, 1);
  await sendMissed(dependencies);
  expect(device.taken.map(({ message }) => message)).toEqual([
    {
      id: 'several',
      title: '8 new notifications',
      body: 'Open the list in Clearlot',
      path: '/Notifications',
      // One of them is old, and three are unread beside notifications.
      unread: 12,
    },
  ]);
  await storeSetting(world.tables, memberId, 'deposits', false);
  await world.deposit(memberId, 1);
  await sendMissed(dependencies);
  await storeSetting(world.tables, memberId, 'deposits', true);
  await sendMissed(dependencies);
  expect(device.taken).toHaveLength(1);
  await world.deposit(memberId, 1);
  await sendMissed(dependencies);
  expect(device.taken).toHaveLength(2);
});

test('of more than twenty new ones none is passed over: one message counts them all', async () => {
  const device = service.device();
  const { memberId } = await member(device);
  for (let count = 0; count < 22; count++) await world.deposit(memberId, 1);
  await sendToDevice(dependencies, await hashOf(memberId));
  expect(device.taken.map(({ message }) => [message.id, message.title])).toEqual([['several', '22 new notifications']]);
});

test('the message of many counts them all after a retry as well', async () => {
  const device = service.device();
  const { memberId } = await member(device);
  for (let count = 0; count < 24; count++) await world.deposit(memberId, 1);
  let isDown = true;
  const failing = {
    ...dependencies,
    send: async (one: ClaimedDevice, message: PushMessage) => {
      if (!isDown || !message.title.startsWith('24')) return dependencies.send(one, message);
      isDown = false;
      return { outcome: 'failed', retryAfterMs: null } as const;
    },
  };
  await sendToDevice(failing, await hashOf(memberId));
  await waitOver();
  await sendToDevice(failing, await hashOf(memberId));
  expect(device.taken.at(-1)?.message.title).toBe('24 new notifications');
});

test('what a device has missed is found behind a whole page of devices that have missed nothing', async () => {
  const { memberId: upToDate } = await member(service.device());
  await world.database.owner.query(
    `insert into push_device select (jsonb_populate_record(device, jsonb_build_object(
       'endpoint_hash', '\\x' || lpad(to_hex(place), 64, '0'), 'endpoint', endpoint || place))).*
     from push_device as device, generate_series(1, 1000) as place where member_id = $1`,
    [upToDate],
  );
  const device = service.device();
  const { memberId } = await member(device);
  await world.deposit(memberId, 5);
  await sendMissed(dependencies);
  expect(device.taken.map(({ message }) => message.title)).toEqual(['Deposit credited']);
});

test('pages of due devices lead on from the last one of the page before, whenever each is due', async () => {
  for (let count = 0; count < 3; count += 1) await member(service.device());
  const { rows } = await world.database.pool.query<{ hash: Buffer }>(
    `update push_device set retry_at = now() - place * interval '1 minute'
     from (select endpoint_hash as hash, row_number() over (order by endpoint_hash) as place from push_device) as placed
     where endpoint_hash = hash returning hash`,
  );
  const found: Buffer[] = [];
  for (let page = 0; page < 4; page += 1) {
    const devices = await dueDevicesAfter(dependencies.tables, found.at(-1) ?? Buffer.alloc(0), 1);
    found.push(...devices.map(({ endpointHash }) => endpointHash));
  }
  expect(found).toEqual(rows.map(({ hash }) => hash).toSorted(Buffer.compare));
});

test('a device whose messages cannot be sent at all does not end the search for the others', async () => {
  const [broken, other] = [service.device(), service.device()];
  const [{ memberId }, { memberId: ofOther }] = [await member(broken), await member(other)];
  for (const one of [memberId, ofOther]) await world.deposit(one, 1);
  const failing = {
    ...dependencies,
    send: async (one: ClaimedDevice, message: PushMessage) => {
      if (one.memberId === memberId) throw new Error('of this device');
      return dependencies.send(one, message);
    },
  };
  await expect(sendMissed(failing)).resolves.toBeUndefined();
  expect([broken, other].map(({ taken }) => taken.length)).toEqual([0, 1]);
});

test.each(['http://localhost:8080', 'https://clearlot.example', undefined])(
  'a server at %s signs its messages with a contact that push services take',
  async (publicOrigin) => {
    const device = service.device();
    const key = await openPushKey(world.tables, createSecretSeal(Buffer.alloc(32, 7)));
    const options = { key, subject: contactOf(publicOrigin), allowsLoopback: true, timeoutMs: 1_000 };
    const message = { id: 't1', title: 'Deposit credited', body: '', path: '/', unread: 1 };
    expect(await sendPush(device, message, options)).toEqual({ outcome: 'sent' });
    expect(device.taken).toHaveLength(1);
  },
);

test('a message to a member whose language the product has no more is worded in the default', async () => {
  const device = service.device();
  const { memberId } = await member(device);
  const { owner } = world.database;
  await owner.query('alter table member drop constraint member_locale_check');
  await owner.query(`update member set locale = 'latin' where id = $1`, [memberId]);
  await world.deposit(memberId, 1);
  await sendToDevice(dependencies, await hashOf(memberId));
  expect(device.taken.map(({ message }) => message.title)).toEqual(['Deposit credited']);
});
