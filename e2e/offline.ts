import type { Page } from '@playwright/test';

/**
 * For a page loaded while its context is offline: Chromium keeps the network cut, but forgets the emulated `navigator.onLine` of a document
 * that its service worker answered. Says it again. Call what it returns after the context is back online.
 */
export async function stayOffline(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const unlimited = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', { offline: true, ...unlimited });
  return () => session.detach();
}
