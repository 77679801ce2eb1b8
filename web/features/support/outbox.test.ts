import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ApiFailure, ApiRefusal } from '#web/platform/api/refusal.ts';
import { memoryStore, page, server, until, written } from './outbox.fixture.ts';
import type { OutboxDependencies, OutgoingMessage } from './outbox.ts';

test('a thousand messages written offline arrive once each and in order, over a connection that loses every third call', async () => {
  const store = memoryStore();
  const far = server((call) => (call % 3 === 1 ? 'request' : call % 3 === 2 ? 'response' : null));
  const { outbox, due } = page(store, far.send);
  await outbox.open('ann');
  for (let at = 1; at <= 1_000; at += 1) await outbox.add(written(at));
  await until(() => store.kept.size === 0, due);
  expect(far.messages.map(({ text }) => text)).toEqual(Array.from({ length: 1_000 }, (_, at) => `message ${at + 1}`));
});

test('messages of the same moment keep the order in which they were written', async () => {
  const store = memoryStore();
  const far = server(() => null);
  const { outbox } = page(store, far.send);
  await outbox.open('ann');
  await Promise.all(['a', 'b', 'c'].map((text, place) => outbox.add({ ...written(5, text), id: `id-${9 - place}` })));
  await until(() => store.kept.size === 0);
  expect(far.messages.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
});

test('what was written before the page was closed is sent by the next one, and never by another member’s', async () => {
  const store = memoryStore();
  const away = server(() => 'request');
  const first = page(store, away.send);
  await first.outbox.open('ann');
  await first.outbox.add(written(1));
  await until(() => away.messages.length === 0);
  const far = server(() => null);
  const second = page(store, far.send);
  await second.outbox.open('bob');
  await turn();
  expect([far.messages, second.outbox.messages()]).toEqual([[], []]);
  await second.outbox.open('ann');
  await until(() => far.messages.length === 1);
});

test('what is written after a reload is sent after what already waits, also while the phone’s clock is behind', async () => {
  const store = memoryStore();
  const first = page(store, server(() => 'request').send);
  await first.outbox.open('ann');
  await first.outbox.add(written(500, 'before the reload'));
  let isAway = true;
  const far = server(() => (isAway ? 'request' : null));
  const second = page(store, far.send);
  await second.outbox.open('ann');
  await second.outbox.add(written(400, 'after it'));
  const order = ['before the reload', 'after it'];
  expect(second.outbox.messages().map(({ text }) => text)).toEqual(order);
  isAway = false;
  await until(() => store.kept.size === 0, second.due);
  expect(far.messages.map(({ text }) => text)).toEqual(order);
});

test('a lost connection is tried again when it is due, not at once', async () => {
  const store = memoryStore();
  let calls = 0;
  const { outbox, due } = page(store, async () => {
    calls += 1;
    throw new ApiFailure('unreachable');
  });
  await outbox.open('ann');
  await outbox.add(written(1));
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect(calls).toBe(1);
  due();
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect(calls).toBe(2);
});

test('a refused message is kept with its reason and lets the next one pass; a busy server is asked again', async () => {
  const store = memoryStore();
  const far = server(() => null);
  let busy = 2;
  const { outbox, due } = page(store, async (message) => {
    if (message.text === 'bad') throw new ApiRefusal('messageInvalid', 'too long');
    if (busy-- > 0) throw new ApiRefusal('serverBusy', 'busy');
    await far.send(message);
  });
  await outbox.open('ann');
  await outbox.add(written(1, 'bad'));
  await outbox.add(written(2, 'good'));
  await until(() => far.messages.length === 1, due);
  await until(() => store.kept.size === 1);
  const [refused] = await store.load('ann');
  // The words alone are what a page of an earlier version draws.
  expect(refused).toMatchObject({
    text: 'bad',
    problem: 'too long',
    refusal: { code: 'messageInvalid', locale: null },
  });
  if (refused) await outbox.discard(refused);
  expect(store.kept.size).toBe(0);
});

test.each(['imageUnknown', 'imageUsed'] as const)(
  'an image is uploaded once for its message, and again where it was removed, or went to something else, meanwhile: %s',
  async (lost) => {
    const store = memoryStore();
    let uploads = 0;
    let sends = 0;
    const taken: (string | null)[] = [];
    const { outbox, due } = page(
      store,
      async ({ image }) => {
        sends += 1;
        if (sends === 1) throw new ApiFailure('unreachable');
        if (sends === 2) throw new ApiRefusal(lost, 'gone');
        taken.push(image);
      },
      { upload: async () => `IMAGE${++uploads}` },
    );
    await outbox.open('ann');
    await outbox.add({ ...written(1), picture: new Blob(['x']) });
    await until(() => taken.length === 1, due);
    expect([taken, uploads]).toEqual([['IMAGE2'], 2]);
  },
);

test('a message whose image is gone, here as well, is kept with that reason and not sent without it', async () => {
  const store = memoryStore();
  const sent: (string | null)[] = [];
  const { outbox, due } = page(store, async ({ image }) => {
    sent.push(image);
    throw new ApiRefusal('imageUnknown', 'gone');
  });
  await store.put('ann', { ...written(1), place: 1, image: 'IMAGE1', problem: null });
  await outbox.open('ann');
  await until(() => [...store.kept.values()].some(({ problem }) => problem !== null), due);
  expect(sent).toEqual(['IMAGE1']);
  expect([...store.kept.values()].map(({ image, problem }) => [image, problem])).toEqual([['IMAGE1', 'gone']]);
});

test('two pages of one browser send each message once', async () => {
  const store = memoryStore();
  const sends: string[] = [];
  const far = server(() => null);
  const send = async (message: OutgoingMessage) => {
    sends.push(message.text);
    await far.send(message);
  };
  let last: Promise<unknown> = Promise.resolve();
  const exclusively: OutboxDependencies['exclusively'] = (work) => {
    const run = last.then(work);
    last = run;
    return run;
  };
  const [one, other] = [page(store, send, { exclusively }), page(store, send, { exclusively })];
  await one.outbox.open('ann');
  await other.outbox.open('ann');
  for (let at = 1; at <= 20; at += 1) {
    await one.outbox.add(written(at));
    other.outbox.flush();
  }
  await until(() => store.kept.size === 0);
  await last;
  expect(sends).toEqual(Array.from({ length: 20 }, (_, at) => `message ${at + 1}`));
});

test('a message that is deleted while its image is uploaded does not come back, and is not sent', async () => {
  const store = memoryStore();
  const far = server(() => null);
  let uploaded = (_: string): void => undefined;
  const upload = () => new Promise<string>((resolve) => (uploaded = resolve));
  const { outbox } = page(store, far.send, { upload });
  await outbox.open('ann');
  await outbox.add({ ...written(1), picture: new Blob(['x']) });
  await outbox.add(written(2));
  for (let turns = 0; turns < 20; turns += 1) await turn();
  const [waiting] = outbox.messages();
  if (waiting) await outbox.discard(waiting);
  uploaded('IMAGE00000000001');
  await until(() => far.messages.length === 1 && store.kept.size === 0);
  expect(far.messages.map(({ text }) => text)).toEqual(['message 2']);
  expect(outbox.messages().map(({ text }) => text)).toEqual(['message 2']);
});

test('a message that is deleted on another page while it is refused does not come back', async () => {
  const store = memoryStore();
  const { outbox } = page(store, async ({ id }) => {
    store.kept.delete(`ann ${id}`);
    throw new ApiRefusal('messageInvalid', 'too long');
  });
  await outbox.open('ann');
  await outbox.add(written(1));
  for (let turns = 0; turns < 50; turns += 1) await turn();
  expect(store.kept.size).toBe(0);
});

test.each(['serverBusy', 'tooManyRequests', 'internalError', 'requestInProgress'] as const)(
  'a refusal that says nothing of the message, %s, lets it wait and is tried again; one that does is kept until the member tries again',
  async (code) => {
    const store = memoryStore();
    const refusals: (typeof code | 'messageInvalid')[] = [code, 'messageInvalid'];
    const far = server(() => null);
    const { outbox, due } = page(store, async (message) => {
      const refusal = refusals.shift();
      if (refusal !== undefined) throw new ApiRefusal(refusal, 'refused');
      await far.send(message);
    });
    await outbox.open('ann');
    await outbox.add(written(1));
    await until(() => refusals.length === 1);
    expect(await store.load('ann')).toMatchObject([{ problem: null }]);
    due();
    await until(() => outbox.messages()[0]?.problem !== null);
    const [refused] = outbox.messages();
    if (refused) await outbox.retry(refused);
    await until(() => far.messages.length === 1);
  },
);

test('of what was sent the newest fifty are shown; what is discarded is shown no more', async () => {
  const store = memoryStore();
  const far = server(() => null);
  const { outbox } = page(store, async (message) => {
    if (message.text === 'bad') throw new ApiRefusal('messageInvalid', 'too long');
    await far.send(message);
  });
  await outbox.open('ann');
  for (let at = 1; at <= 60; at += 1) await outbox.add(written(at));
  await outbox.add(written(61, 'bad'));
  await until(() => far.messages.length === 60 && outbox.messages().at(-1)?.problem != null);
  expect(outbox.messages()).toHaveLength(51);
  const refused = outbox.messages().at(-1);
  if (refused) await outbox.discard(refused);
  expect(outbox.messages().map(({ text }) => text)).toEqual(
    Array.from({ length: 50 }, (_, at) => `message ${at + 11}`),
  );
});
