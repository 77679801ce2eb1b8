import { expect } from '@playwright/test';
import { register } from './member.ts';
import { test } from './test.ts';

test('a chart whose code could not be loaded is drawn once the connection is back, without a press', async ({
  page,
}) => {
  await register(page, '/healthz');
  await page.route(/chart-view-/, (route) => route.abort());
  await page.goto('/tab1');
  await expect(page.getByText('The chart could not be loaded')).toBeVisible();
  await expect(page.locator('figure canvas')).toHaveCount(0);
  await page.unroute(/chart-view-/);
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await expect(page.locator('figure canvas').first()).toBeVisible();
  await expect(page.getByText('The chart could not be loaded')).toHaveCount(0);
});
