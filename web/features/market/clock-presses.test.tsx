// @vitest-environment happy-dom
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { getMarketStatus, type MarketStatus } from '#contract/market.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { syncedNow } from '#web/platform/product-clock.ts';
import { fakeServer, mount } from '#web/ui/mounted.fixture.tsx';
import { useLanguage } from '#web/ui/shown.fixture.tsx';
import { PriceSourceCard } from './price-source-card.tsx';

beforeAll(() => useLanguage('en'));
afterEach(() => void vi.restoreAllMocks());

const status: MarketStatus = {
  ...{ source: 'replay', label: 'May', state: 'live', ageMs: 0, lastPriceAt: 0, staleCoins: [], now: 0, clockSpeed: 1 },
  ...{ candleMinutes: 1, identity: null },
};

/** How far the product clock of the phone is ahead after a reading, where the browser has noted that response. */
async function aheadAfter(now: number, responseStart: number): Promise<number> {
  const noted = vi.spyOn(performance, 'getEntriesByName').mockReturnValue([{ responseStart } as never]);
  queryClient.clear();
  const server = fakeServer();
  server.answer(getMarketStatus, { ...status, now });
  const { unmount } = mount(<PriceSourceCard />);
  await expect.poll(() => noted.mock.calls.length).toBe(1);
  await expect.poll(syncedNow).toBeGreaterThanOrEqual(now);
  const ahead = syncedNow() - now;
  unmount();
  noted.mockRestore();
  return ahead;
}

test('the product clock counts from when its reading arrived, and not from an earlier one where the browser notes responses no more', async () => {
  const hour = 3_600_000;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + hour);
  const opened = performance.now();
  expect(await aheadAfter(hour, opened - 11_000)).toBeLessThan(1_500);
  // The page comes to it two seconds late.
  expect(await aheadAfter(2 * hour, opened - 2_000)).toBeGreaterThanOrEqual(2_000);
  // The same again, which was counted from already.
  expect(await aheadAfter(3 * hour, opened - 2_000)).toBeLessThan(1_500);
  expect(await aheadAfter(4 * hour, performance.now())).toBeLessThan(1_500);
});
