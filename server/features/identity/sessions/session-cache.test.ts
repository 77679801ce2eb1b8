import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SessionCache } from './session-cache.ts';

const member = { memberId: 1n, username: 'a', locale: 'en', timeZone: 'UTC' } as const;

function createCache(
  load: (key: string) => Promise<'none' | 'expired' | { member: typeof member; expiresAt: number }>,
) {
  return new SessionCache({ entriesMax: 3, trustMs: 1_000, now: () => 0, load });
}

test('the cache is bounded and lets the longest known go first; made-up tokens push nothing out', async () => {
  let loads = 0;
  const cache = createCache(async (key) => {
    loads += 1;
    return key.startsWith('made-up') ? 'none' : { member, expiresAt: 10 };
  });
  for (const key of ['a', 'b', 'c']) await cache.find(key);
  for (let count = 0; count < 50; count += 1) await cache.find(`made-up ${count}`);
  expect(cache.size).toBe(3);
  loads = 0;
  for (const key of ['a', 'b', 'c']) await cache.find(key);
  expect(loads).toBe(0);
  await cache.find('d');
  await cache.find('b');
  expect(loads).toBe(1);
  await cache.find('a');
  expect(loads).toBe(2);
  expect(cache.size).toBe(3);
});

test('a session that is due to be read again is known where that is enough, until it ends', async () => {
  let nowMs = 1;
  const known = { member, expiresAt: 5_000 };
  let found: 'none' | typeof known = known;
  const cache = new SessionCache({ entriesMax: 3, trustMs: 1_000, now: () => nowMs, load: async () => found });
  await cache.find('a');
  await cache.find('b');
  nowMs = 1_001;
  expect([cache.peek('a', true), cache.peek('a')]).toEqual([known, undefined]);
  const finding = cache.find('a');
  // Also while it is being read again.
  expect(cache.peek('a', true)).toEqual(known);
  await finding;
  found = 'none';
  await cache.find('b');
  expect(cache.peek('b', true)).toBeUndefined();
  nowMs = 5_000;
  expect(cache.peek('a', true)).toBe('expired');
  cache.forget('a');
  expect(cache.peek('a', true)).toBeUndefined();
});

test('many calls at once ask once, and a failed question is asked again', async () => {
  let loads = 0;
  const cache = createCache(async () => {
    loads += 1;
    await pause(1);
    if (loads === 1) throw new Error('database away');
    return { member, expiresAt: 10 };
  });
  const failed = await Promise.allSettled([cache.find('a'), cache.find('a')]);
  expect(failed.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  await Promise.all(Array.from({ length: 50 }, () => cache.find('a')));
  expect(loads).toBe(2);
});

test('what is being read when the session ends is read again, for those who wait for it too', async () => {
  const answers: ((known: 'expired' | { member: typeof member; expiresAt: number }) => void)[] = [];
  const cache = createCache(() => new Promise((resolve) => answers.push(resolve)));
  for (const [number, forget] of [() => cache.forget('a'), () => cache.forgetAll()].entries()) {
    cache.forgetAll();
    const early = cache.find('a');
    forget();
    const late = cache.find('a');
    answers[2 * number]?.({ member, expiresAt: 10 });
    answers[2 * number + 1]?.('expired');
    expect([await early, await late, await cache.find('a')]).toEqual(['expired', 'expired', 'expired']);
  }
});

test('what was read before a member changed is returned and not kept', async () => {
  const answers: ((known: { member: typeof member; expiresAt: number }) => void)[] = [];
  const cache = createCache(() => new Promise((resolve) => answers.push(resolve)));
  const early = cache.find('a');
  cache.forgetMember(member.memberId);
  answers[0]?.({ member, expiresAt: 10 });
  expect(await early).toMatchObject({ member });
  expect(cache.peek('a')).toBeUndefined();
});

test('what is being read when any member changes, and then the session ends, is read again', async () => {
  const first = Promise.withResolvers<{ member: typeof member; expiresAt: number }>();
  let loads = 0;
  const cache = createCache(async () => {
    loads += 1;
    return loads === 1 ? await first.promise : 'expired';
  });
  const early = cache.find('a');
  cache.forgetMember(member.memberId + 1n);
  cache.forget('a');
  first.resolve({ member, expiresAt: 10 });
  expect(await early).toBe('expired');
});
