import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PushMessage } from '#contract/notifications.ts';
import { silentLog } from '#server/platform/log.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import { openPushService, type PushDeviceKeys, type PushService } from '#server/test/push-service.fixture.ts';
import { listNotifications } from '../list-notifications.ts';
import { markNotificationsRead } from '../mark-notifications-read.ts';
import { openWorld, type World } from '../notification-world.fixture.ts';
import { storeSetting } from '../setting-store.ts';
import type { ClaimedDevice } from './device-queue.ts';
import { storeDevice } from './device-store.ts';
import { openPushKey } from './push-key.ts';
import { contactOf, sendPush } from './push-request.ts';
import { openPushSender, type SenderDependencies, sendMissed, sendToDevice } from './push-sender.ts';

let world: World;
let service: PushService;
let dependencies: SenderDependencies;

beforeAll(async () => {
  world = await openWorld();
  const key = await openPushKey(world.tables, createSecretSeal(Buffer.alloc(32, 7)));
  const options = { key, subject: 'https://clearlot.example', allowsLoopback: true, timeoutMs: 1_000 };
  const send = (device: ClaimedDevice, message: PushMessage) => sendPush(device, message, options);
  // Three notices are unread.
  dependencies = { ...world, log: silentLog, send, unreadBesides: async () => 3 };
});
beforeEach(async () => {
  service = await openPushService();
});
afterEach(async () => {
  await world.database.pool.query('delete from push_device');
  await service.close();
});
afterAll(() => world.close());

async function subscribe(owner: { memberId: bigint; sessionHash: Buffer }, device: PushDeviceKeys): Promise<boolean> {
  const newest = (await world.events.newest([owner.memberId])).get(owner.memberId) ?? world.events.start;
  return storeDevice(world.tables, { ...owner, ...device, position: world.events.encode(newest) });
}

async function member(device: PushDeviceKeys) {
  const owner = await world.member();
  expect(await subscribe(owner, device)).toBe(true);
  return owner;
}

const rowsOf = async (memberId: bigint) => {
  const { rows } = await world.database.pool.query<{ endpoint_hash: Buffer; failures: number; waits: number }>(
    `select endpoint_hash, failures, (extract(epoch from retry_at - now()) * 1000)::float8 as waits
     from push_device where member_id = $1`,
    [memberId],
  );
  return rows;
};

async function hashOf(memberId: bigint): Promise<Buffer> {
  const [row] = await rowsOf(memberId);
  if (!row) throw new Error('no device');
  return row.endpoint_hash;
}

/** As if the waits of retries and claims were over. */
const waitOver = () => world.database.pool.query(`update push_device set retry_at = 'epoch', claimed_until = 'epoch'`);

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
    expect(JSON.stringify(taken.map(({ message }) => message))).not.toMatch(/777|passkey/);
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

test.each([404, 410])('a device that is gone (%d) is removed', async (status) => {
  const { memberId } = await member(service.device(status));
  await world.deposit(memberId, 1);
  await sendMissed(dependencies);
  expect(await rowsOf(memberId)).toEqual([]);
});

test.each([
  ['an error', 500],
  ['a refusal', 403],
  ['silence', 'never'],
  ['a redirect', { redirectTo: '/elsewhere' }],
] as const)('%s is retried, ever more slowly, loses nothing, and delays no other device', async (_, behaviour) => {
  const [bad, good] = [service.device(behaviour), service.device()];
  const [{ memberId }, other] = [await member(bad), await member(good)];
  await world.deposit(memberId, 1);
  await world.deposit(other.memberId, 1);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt++) {
    await sendMissed(dependencies);
    const before = service.requests;
    // Not before its time.
    await sendMissed(dependencies);
    expect(service.requests).toBe(before);
    const [row] = await rowsOf(memberId);
    expect(row?.failures).toBe(attempt);
    waits.push(row?.waits ?? 0);
    await waitOver();
  }
  expect(waits.map((wait) => Math.round(wait / 30_000))).toEqual([1, 2, 4]);
  expect(good.taken).toHaveLength(1);
  expect(bad.taken).toHaveLength(0);
  service.behave(bad, 201);
  await sendMissed(dependencies);
  expect(bad.taken).toHaveLength(1);
  expect(await rowsOf(memberId)).toMatchObject([{ failures: 0 }]);
});

test('a service that asks for time gets it, and one that never takes a message loses its device', async () => {
  const { memberId } = await member(service.device({ retryAfter: '7200' }));
  await world.deposit(memberId, 1);
  await sendMissed(dependencies);
  expect(Math.round(((await rowsOf(memberId))[0]?.waits ?? 0) / 1_000 / 60)).toBe(120);
  await world.database.pool.query(`update push_device set retry_at = 'epoch', failures = 12`);
  await sendMissed(dependencies);
  expect(await rowsOf(memberId)).toEqual([]);
});

test('an endless answer counts as taken and is not read', async () => {
  const device = service.device('endless');
  const { memberId } = await member(device);
  await world.deposit(memberId, 1);
  await sendMissed(dependencies);
  expect(device.taken).toHaveLength(1);
  expect(await rowsOf(memberId)).toMatchObject([{ failures: 0 }]);
});

test('a device ends with its session, follows a renewed one, and gets nothing once the session has expired', async () => {
  const device = service.device();
  const { memberId, sessionHash } = await member(device);
  const { pool } = world.database;
  const next = Buffer.alloc(32, Number(memberId % 200n) + 1);
  await pool.query(
    `insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, user_agent, address)
     values ($1, $2, now(), now(), now() + interval '1 day', '', '')`,
    [next, memberId],
  );
  await pool.query('update session set replaced_by = $2 where token_hash = $1', [sessionHash, next]);
  await pool.query('update session set ended_at = now() where token_hash = $1', [sessionHash]);
  await world.deposit(memberId, 1);
  await sendMissed(dependencies);
  expect(device.taken).toHaveLength(1);
  await pool.query(`update session set expires_at = now() - interval '1 second' where token_hash = $1`, [next]);
  await world.deposit(memberId, 1);
  await sendMissed(dependencies);
  expect(device.taken).toHaveLength(1);
  await pool.query('update session set ended_at = now() where token_hash = $1', [next]);
  expect(await rowsOf(memberId)).toEqual([]);
  expect(await subscribe({ memberId, sessionHash: next }, device)).toBe(false);
  expect(await rowsOf(memberId)).toEqual([]);
});

test('a device belongs to who is signed in on it, and a member has ten at most', async () => {
  const device = service.device();
  const [first, second] = [await member(device), await world.member()];
  await world.deposit(first.memberId, 1);
  // Before the device was theirs.
  await world.deposit(second.memberId, 3);
  await subscribe(second, device);
  await world.deposit(second.memberId, 5);
  await sendMissed(dependencies);
  expect(await rowsOf(first.memberId)).toEqual([]);
  expect(device.taken).toHaveLength(1);
  // Added again by the same member, it misses nothing and repeats nothing.
  await world.deposit(second.memberId, 5);
  await subscribe(second, device);
  await sendMissed(dependencies);
  expect(device.taken).toHaveLength(2);
  for (let count = 0; count < 12; count++) await subscribe(second, service.device());
  expect(await rowsOf(second.memberId)).toHaveLength(10);
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
