import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { memoize } from './memoize.ts';

test('a result is computed once for each text, also a false one, and again once others have taken its place', () => {
  const compute = vi.fn((text: string) => text.length > 3);
  const isLong = memoize(2, compute);
  expect(['a', 'long', 'a', 'long'].map(isLong)).toEqual([false, true, false, true]);
  expect(compute.mock.calls).toEqual([['a'], ['long']]);
  expect([isLong('b'), isLong('long'), isLong('a')]).toEqual([false, true, false]);
  expect(compute.mock.calls).toEqual([['a'], ['long'], ['b'], ['a']]);
});

test('of a long header only the part that was asked for is kept', () => {
  const isKnown = memoize(1_000, () => true);
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 1_000; count += 1) {
    isKnown(`${String(count).padStart(40, '0')}${'x'.repeat(64_000)}${count}`.slice(0, 40));
  }
  collectGarbage();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(32_000_000);
});
