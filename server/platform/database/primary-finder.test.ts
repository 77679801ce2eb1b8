import { expect, test } from 'vitest';
import type { DatabaseHost } from './database-address.ts';
import { failureOf } from './database-failure.ts';
import { NoPrimary, PrimaryFinder } from './primary-finder.ts';

const hosts: DatabaseHost[] = ['a', 'b', 'c'].map((host) => ({ host, port: 5432, url: `postgres://${host}` }));

/** A finder over servers of which one, or none, takes writes. */
function finderOver(first: string | null) {
  let primary = first;
  const probed: string[] = [];
  const finder = new PrimaryFinder(hosts, async ({ host }) => {
    probed.push(host);
    if (host !== primary) throw new Error(`${host} takes no writes`);
  });
  return {
    finder,
    probed,
    move(next: string | null) {
      primary = next;
    },
  };
}

test('all servers are asked at once, by one search for all callers, and the answer is kept', async () => {
  const { finder, probed } = finderOver('c');
  const found = await Promise.all([finder.find(), finder.find(), finder.find()]);
  expect(found.map(({ host }) => host)).toEqual(['c', 'c', 'c']);
  await finder.find();
  expect(probed).toEqual(['a', 'b', 'c']);
});

test('a primary that was lost is searched anew; the end of an older connection does not forget the new one', async () => {
  const { finder, probed, move } = finderOver('a');
  const before = await finder.find();
  move('b');
  finder.forget(before);
  expect((await finder.find()).host).toBe('b');
  finder.forget(before);
  expect((await finder.find()).host).toBe('b');
  expect(probed).toHaveLength(6);
});

test('without a primary each server’s words are named, it counts as away, and the next call searches again', async () => {
  const { finder, move } = finderOver(null);
  const error = await finder.find().catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(NoPrimary);
  expect(String(error)).toContain('a:5432: a takes no writes; b:5432: b takes no writes; c:5432: c takes no writes');
  expect(failureOf(error)).toBe('away');
  move('b');
  expect((await finder.find()).host).toBe('b');
});

test('a standby that is promoted while another server hangs is found without waiting for that one', async () => {
  let isPromoted = false;
  const asked: string[] = [];
  const finder = new PrimaryFinder(hosts.slice(0, 2), async ({ host }) => {
    asked.push(host);
    if (host === 'a') await new Promise(() => undefined);
    if (!isPromoted) throw new Error(`${host} takes no writes`);
  });
  const found = finder.find();
  await expect.poll(() => asked.filter((host) => host === 'b').length).toBeGreaterThan(1);
  isPromoted = true;
  expect((await found).host).toBe('b');
});
