import { expect, type Page } from '@playwright/test';

/** Opens a path as a link within the app does: nothing is loaded again but what the page needs. */
export async function openInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({ index: 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await expect(page.locator('[class*="_progress_"]'), path).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
}
