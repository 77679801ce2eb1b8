import { expect, type Page } from '@playwright/test';

/** Opens a path as a link within the app does: nothing is loaded again but what the page needs. */
export async function openInApp(page: Page, path: string): Promise<void> {
  await goInApp(page, path);
  // The shell's line of progress is an empty one; screens have such of their own.
  await expect(page.locator('div[class*="_progress_"]:empty'), path).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
}

/** The same, wherever it leads. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({ index: 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
