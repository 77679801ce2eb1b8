import { expect, test } from 'vitest';
import { loadedOnce } from './load-chart.ts';

const failed = 'Failed to fetch dynamically imported module: https://clearlot.test/assets/chart-1.js';

test('a chunk is loaded once, also for calls that come while it is on the way', async () => {
  let loads = 0;
  const load = loadedOnce(async () => ({ load: ++loads }));
  const [one, other] = [load(), load()];
  expect([await one, await other, await load()]).toEqual([{ load: 1 }, { load: 1 }, { load: 1 }]);
});

test('after a failure the next call asks at an address that the browser does not remember, each time another', async () => {
  const asked: (string | undefined)[] = [];
  const load = loadedOnce(async (address) => {
    asked.push(address);
    if (asked.length < 4) throw new TypeError(address === undefined ? failed : `${address} failed`);
    return 'the chart';
  });
  for (let failures = 0; failures < 3; failures++) await expect(load()).rejects.toThrow('ailed');
  expect(await load()).toBe('the chart');
  const address = 'https://clearlot.test/assets/chart-1.js';
  expect(asked).toEqual([undefined, `${address}?1`, `${address}?2`, `${address}?3`]);
});

test('where the browser does not say which file failed, the same one is asked for again', async () => {
  const asked: (string | undefined)[] = [];
  const load = loadedOnce(async (address) => {
    asked.push(address);
    throw new TypeError('Load failed');
  });
  await expect(load()).rejects.toThrow('Load failed');
  await expect(load()).rejects.toThrow('Load failed');
  expect(asked).toEqual([undefined, undefined]);
});
