import { expect, type Page } from '@playwright/test';

/** Waits until the service worker controls the page. A page opened before the worker was active needs a reload first. */
export async function workerControls(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
