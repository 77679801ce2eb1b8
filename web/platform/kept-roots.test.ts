import { beforeEach, expect, test, vi } from 'vitest';
import type { PublishedRoot } from '#contract/proofs.ts';
import { feedOf } from '#core/proofs/root-feed.fixture.ts';
import { memoryDatabases } from './session/device-database.fixture.ts';

const roots = feedOf(2) as PublishedRoot[];
beforeEach(() => vi.resetModules());
/** As a page that was just opened. */
const opened = async () => (await import('./kept-roots.ts')).keptRoots;

test('roots are read and changed over one connection', async () => {
  const databases = memoryDatabases();
  vi.stubGlobal('indexedDB', databases);
  const open = vi.spyOn(databases, 'open');
  const kept = await opened();
  expect(await kept.read()).toEqual([]);
  for (const root of roots) expect(await kept.update((before) => [...before, root])).toBe(true);
  expect(await kept.read()).toEqual(roots);
  expect(open).toHaveBeenCalledTimes(1);
});

test('a browser without a database keeps none, and says so', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const kept = await opened();
  expect([await kept.read(), await kept.update(() => roots)]).toEqual([null, false]);
});
