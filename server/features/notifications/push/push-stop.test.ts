import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLog } from '#server/platform/log.ts';
import { allowChangesWithoutHistory } from '#server/test/history.fixture.ts';
import { openPushService, type PushService } from '#server/test/push-service.fixture.ts';
import { openWorld, type World } from '../notification-world.fixture.ts';
import { storeDevice } from './device-store.ts';
import { atOnceMax, sendMissed } from './push-sender.ts';

let world: World;
let service: PushService;
beforeAll(async () => {
  [world, service] = await Promise.all([openWorld(), openPushService()]);
  await allowChangesWithoutHistory(world.database.owner);
});
afterAll(() => Promise.all([world.close(), service.close()]));

test('a node that stops ends the messages under way and begins no other; the next search sends the rest', async () => {
  const members: bigint[] = [];
  for (let count = 0; count < atOnceMax + 2; count++) {
    const owner = await world.member();
    const position = world.events.encode(world.events.start);
    await storeDevice(world.tables, { ...owner, ...service.device(), position }, async () => undefined);
    await world.act(owner.memberId);
    members.push(owner.memberId);
  }
  const stopping = new AbortController();
  const sent: bigint[] = [];
  const dependencies = {
    ...{ ...world, log: silentLog, unreadBesides: async () => 0 },
    send: async ({ memberId }: { memberId: bigint }) => {
      stopping.abort();
      sent.push(memberId);
      return { outcome: 'sent' } as const;
    },
  };
  await sendMissed(dependencies, stopping.signal);
  expect(sent).toHaveLength(atOnceMax);
  await sendMissed(dependencies);
  expect(sent.toSorted()).toEqual(members.toSorted());
});
