import { expect, type Page } from '@playwright/test';

/** Navigates within the app, without a page load. */
export async function openInApp(page: Page, path: string): Promise<void> {
  await goInApp(page, path);
  // The shell's progress bar is empty; screens' own progress bars are not.
  await expect(page.locator('div[class*="_progress_"]:empty'), path).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
}

/** The same, whatever it redirects to. */
export async function goInApp(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    window.history.pushState({ index: 1 }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}
