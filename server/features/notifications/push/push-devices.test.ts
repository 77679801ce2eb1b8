import { afterEach, beforeEach, expect, test } from 'vitest';
import { openForFile } from '#server/test/open-for-file.fixture.ts';
import { openPushService, type PushService } from '#server/test/push-service.fixture.ts';
import { devicesOf, storeDevice } from './device-store.ts';
import { sendMissed, sendToDevice } from './push-sender.ts';
import { openPushWorld } from './push-world.fixture.ts';

const { dependencies, hashOf, member, rowsOf, subscribe, waitOver, world } = await openForFile(openPushWorld);
let service: PushService;
beforeEach(async () => {
  service = await openPushService();
});
afterEach(async () => {
  await world.database.pool.query('delete from push_device');
  await service.close();
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

test('a message that is taken ends the count of failures: the next failure is the first again', async () => {
  const device = service.device();
  const { memberId } = await member(device);
  for (const units of [1, 2]) await world.deposit(memberId, units);
  await world.database.pool.query('update push_device set failures = 12 where member_id = $1', [memberId]);
  let count = 0;
  const once = {
    ...dependencies,
    send: async () =>
      count++ === 0 ? ({ outcome: 'sent' } as const) : ({ outcome: 'failed', retryAfterMs: null } as const),
  };
  await sendToDevice(once, await hashOf(memberId));
  expect((await rowsOf(memberId)).map(({ failures }) => failures)).toEqual([1]);
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
  // Added by a page that has the token of before, which is good for some seconds more.
  const late = service.device();
  expect(await subscribe({ memberId, sessionHash }, late)).toBe(true);
  await pool.query('update session set ended_at = now() where token_hash = $1', [sessionHash]);
  await world.deposit(memberId, 1);
  await sendMissed(dependencies);
  expect([device.taken.length, late.taken.length]).toEqual([1, 1]);
  await pool.query(`update session set expires_at = now() - interval '1 second' where token_hash = $1`, [next]);
  await world.deposit(memberId, 1);
  await sendMissed(dependencies);
  expect(device.taken).toHaveLength(1);
  await pool.query('update session set ended_at = now() where token_hash = $1', [next]);
  expect(await rowsOf(memberId)).toEqual([]);
  expect(await subscribe({ memberId, sessionHash: next }, device)).toBe(false);
  expect(await rowsOf(memberId)).toEqual([]);
  // As those that expired long ago are.
  const removed = await member(service.device());
  await pool.query('delete from session where token_hash = $1', [removed.sessionHash]);
  expect(await rowsOf(removed.memberId)).toEqual([]);
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
  // Added again by the same member, it misses nothing and repeats nothing, and waits for no retry.
  await world.deposit(second.memberId, 5);
  await world.database.pool.query(`update push_device set retry_at = now() + interval '1 hour', failures = 3`);
  await subscribe(second, device);
  await sendMissed(dependencies);
  expect(device.taken).toHaveLength(2);
  const later = Array.from({ length: 12 }, () => service.device());
  for (const one of later) await subscribe(second, one);
  const { rows } = await world.database.pool.query<{ endpoint: string }>(
    'select endpoint from push_device where member_id = $1 order by added_at',
    [second.memberId],
  );
  expect(rows.map(({ endpoint }) => endpoint)).toEqual(later.slice(2).map(({ endpoint }) => endpoint));
});

test('a device that another member takes over counts as a new one of theirs, however long it is known', async () => {
  const device = service.device();
  const [first, second] = [await member(device), await world.member()];
  await world.database.pool.query(`update push_device set added_at = now() - interval '1 year'`);
  for (let count = 0; count < 10; count++) await subscribe(second, service.device());
  await subscribe(second, device);
  const { rows } = await world.database.pool.query('select from push_device where member_id = $1 and endpoint = $2', [
    second.memberId,
    device.endpoint,
  ]);
  expect(rows).toHaveLength(1);
  expect(await rowsOf(first.memberId)).toEqual([]);
});

test('a device that another member takes over amid a message gets nothing more of the member before', async () => {
  const device = service.device();
  const [first, second] = [await member(device), await world.member()];
  for (const amount of [1, 2]) await world.deposit(first.memberId, amount);
  // Newer than everything of the first one.
  await world.deposit(second.memberId, 3);
  let sent = 0;
  const send: typeof dependencies.send = async () => {
    sent += 1;
    await subscribe(second, device);
    return { outcome: 'sent' };
  };
  await sendToDevice({ ...dependencies, send }, await hashOf(first.memberId));
  expect(sent).toBe(1);
  // Nor what was before the device was theirs.
  await sendMissed(dependencies);
  expect(device.taken).toEqual([]);
});

test('a device is an entry once for each member and keys that it has, and is listed by where its messages go', async () => {
  const owner = await world.member();
  const other = await world.member();
  const added: string[] = [];
  const device = { ...service.device(), position: '' };
  const store = (change: object, of = owner) =>
    storeDevice(world.tables, { ...device, ...of, ...change }, async (_, id) => void added.push(id));
  expect(await store({})).toBe('added');
  expect(await store({})).toBe('known');
  expect(await store({ auth: 'other' })).toBe('added');
  expect(await store({}, other)).toBe('added');
  expect(await store({ sessionHash: Buffer.alloc(32) }, other)).toBe('sessionOver');
  const [listed] = await devicesOf(world.tables, other.memberId);
  expect(added).toEqual(Array.from({ length: 3 }, () => listed?.id));
  await world.database.pool.query(`update push_device set endpoint = endpoint || '/elsewhere'`);
  const [moved] = await devicesOf(world.tables, other.memberId);
  expect(moved).toMatchObject({
    endpointHash: listed?.endpointHash,
    id: expect.not.stringContaining(listed?.id ?? ''),
  });
});
