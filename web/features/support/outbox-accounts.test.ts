import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ApiFailure, SessionOver } from '#web/platform/api/refusal.ts';
import { memoryStore, page, server, until, written } from './outbox.fixture.ts';
import type { OutboxStore, WaitingMessage } from './outbox.ts';

test('the pause before another try doubles up to half a minute, and is short again after a message that arrived', async () => {
  const store = memoryStore();
  let isAway = true;
  const pauses: number[] = [];
  let retry = (): void => undefined;
  const { outbox } = page(
    store,
    async () => {
      if (isAway) throw new ApiFailure('unreachable');
    },
    {
      after(delayMs, act) {
        pauses.push(delayMs);
        retry = act;
        return () => undefined;
      },
    },
  );
  await outbox.open('ann');
  await outbox.add(written(1));
  for (let tries = 1; tries <= 7; tries += 1) {
    await until(() => pauses.length === tries);
    retry();
  }
  await until(() => pauses.length === 8);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  isAway = false;
  retry();
  await until(() => store.kept.size === 0);
  isAway = true;
  await outbox.add(written(2));
  await until(() => pauses.length === 9);
  expect(pauses.at(-1)).toBe(1_000);
});

test('one pause is waited at a time, however often it is tried before its end', async () => {
  const store = memoryStore();
  let tries = 0;
  let pauses = 0;
  const { outbox } = page(
    store,
    async () => {
      tries += 1;
      throw new ApiFailure('unreachable');
    },
    {
      after() {
        pauses += 1;
        return () => {
          pauses -= 1;
        };
      },
    },
  );
  await outbox.open('ann');
  await outbox.add(written(1));
  for (let wanted = 1; wanted <= 4; wanted += 1) {
    await until(() => tries === wanted && pauses > 0);
    for (let turns = 0; turns < 10; turns += 1) await turn();
    outbox.flush();
  }
  await until(() => tries === 5);
  for (let turns = 0; turns < 10; turns += 1) await turn();
  expect(pauses).toBe(1);
});

test('a message waits as it is where the session is over, and is not tried again by itself', async () => {
  const store = memoryStore();
  let calls = 0;
  let pauses = 0;
  const { outbox } = page(
    store,
    async () => {
      calls += 1;
      throw new SessionOver();
    },
    {
      after() {
        pauses += 1;
        return () => undefined;
      },
    },
  );
  await outbox.open('ann');
  await outbox.add(written(1));
  await until(() => calls === 1);
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect([calls, pauses, await store.load('ann')]).toMatchObject([1, 0, [{ text: 'message 1', problem: null }]]);
});

/** A store in which that look (1 for the first) at the messages of `ann` takes until it is released. */
function slowStore(slowLook: number) {
  const store = memoryStore();
  const { promise, resolve: release } = Promise.withResolvers<void>();
  let looks = 0;
  const load: OutboxStore['load'] = async (owner) => {
    const isSlow = owner === 'ann' && ++looks === slowLook;
    const messages = await store.load(owner);
    if (isSlow) await promise;
    return messages;
  };
  return { store: { ...store, load }, release, looks: () => looks };
}

test.each(['opened', 'sent from'])(
  'of an account that is left while it is %s, nothing is shown or sent afterwards',
  async (when) => {
    const { store, release, looks } = slowStore(when === 'opened' ? 1 : 2);
    const far = server(() => null);
    const { outbox } = page(store, far.send);
    await store.put('ann', { ...written(1), place: 1, image: null, problem: null });
    const opening = outbox.open('ann');
    await until(() => looks() === (when === 'opened' ? 1 : 2));
    await outbox.open('bob');
    const shown: WaitingMessage[] = [];
    const stop = outbox.subscribe(() => shown.push(...outbox.messages()));
    release();
    await opening;
    for (let turns = 0; turns < 50; turns += 1) await turn();
    expect([far.messages, shown]).toEqual([[], []]);
    stop();
    await outbox.open('ann');
    await until(() => far.messages.length === 1);
    await until(() => outbox.messages().length === 1);
    await outbox.open('bob');
    expect(outbox.messages()).toEqual([]);
  },
);

test('a message whose image was uploaded for an account that was left meanwhile is sent when it is open again', async () => {
  const store = memoryStore();
  const far = server(() => null);
  const { promise, resolve } = Promise.withResolvers<string>();
  let uploads = 0;
  const upload = () => {
    uploads += 1;
    return promise;
  };
  const { outbox } = page(store, far.send, { upload });
  await outbox.open('ann');
  await outbox.add({ ...written(1), picture: new Blob(['picture']) });
  await until(() => uploads === 1);
  await outbox.open('bob');
  resolve('IMAGE00000000001');
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect([far.messages, outbox.messages()]).toEqual([[], []]);
  await outbox.open('ann');
  await until(() => far.messages.length === 1);
  expect([far.messages[0]?.image, uploads]).toEqual(['IMAGE00000000001', 1]);
});

test('nothing that a page still shows of a member who has left is sent again, taken away or added', async () => {
  const store = memoryStore();
  const far = server(() => null);
  const { outbox } = page(store, far.send);
  const message = { ...written(1), place: 1, image: null, problem: 'too long' };
  await store.put('ann', message);
  await outbox.open('ann');
  await outbox.open(null);
  await outbox.retry(message);
  await outbox.discard(message);
  await outbox.add(written(2));
  await turn();
  expect([...store.kept.values()]).toEqual([message]);
  expect([outbox.messages(), far.messages]).toEqual([[], []]);
});
