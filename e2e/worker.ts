import { expect, type Page } from '@playwright/test';

/** Waits until the service worker answers for the page. One opened while it was starting is not its own until it is opened again. */
export async function workerAnswersFor(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}
