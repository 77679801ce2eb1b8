import { expect } from 'vitest';
import type { PushMessage } from '#contract/notifications.ts';
import { silentLog } from '#server/platform/log.ts';
import { createSecretSeal } from '#server/platform/secret-seal.ts';
import { allowChangesWithoutHistory } from '#server/test/history.fixture.ts';
import type { PushDeviceKeys } from '#server/test/push-service.fixture.ts';
import { openWorld } from '../notification-world.fixture.ts';
import type { ClaimedDevice } from './device-queue.ts';
import { storeDevice } from './device-store.ts';
import { openPushKey } from './push-key.ts';
import { sendPush } from './push-request.ts';
import type { SenderDependencies } from './push-sender.ts';

/** Members with devices that get push messages, and what sends them. */
export async function openPushWorld() {
  const world = await openWorld();
  await allowChangesWithoutHistory(world.database.owner);
  const key = await openPushKey(world.tables, createSecretSeal(Buffer.alloc(32, 7)));
  const options = { key, subject: 'https://clearlot.example', allowsLoopback: true, timeoutMs: 1_000 };
  const send = (device: ClaimedDevice, message: PushMessage) => sendPush(device, message, options);
  // Three notices are unread.
  const dependencies: SenderDependencies = { ...world, log: silentLog, send, unreadBesides: async () => 3 };
  async function subscribe(owner: { memberId: bigint; sessionHash: Buffer }, device: PushDeviceKeys): Promise<boolean> {
    const newest = (await world.events.newest([owner.memberId])).get(owner.memberId) ?? world.events.start;
    const stored = { ...owner, ...device, position: world.events.encode(newest) };
    return (await storeDevice(world.tables, stored, async () => undefined)) !== 'sessionOver';
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
  const waitOver = () =>
    world.database.pool.query(`update push_device set retry_at = 'epoch', claimed_until = 'epoch'`);
  return { ...{ world, dependencies, subscribe, member, rowsOf, hashOf, waitOver }, close: () => world.close() };
}
