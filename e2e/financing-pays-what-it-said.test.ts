import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { atRest, callsOf } from './at-rest.ts';
import { deposit, register } from './member.ts';
import { openInApp } from './open-in-app.ts';
import { test } from './test.ts';

test('a member sees what each day pays, subscribes for seven days, and gets on leaving early what the table said', async ({
  page,
}) => {
  await register(page, '/healthz');
  await deposit(page, '500');

  await page.goto('/fund');
  await page.getByRole('link', { name: /7-day term/ }).click();
  await expect(page).toHaveURL(/\/funds\?product=day7$/);
  await page.getByLabel('Amount', { exact: true }).fill('9.99');
  await page.getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByText('This product takes 10 to 10,000 USDT')).toBeVisible();

  await page.getByLabel('Amount', { exact: true }).fill('500');
  await expect(page.getByRole('heading', { name: 'What 500.00 USDT pays' })).toBeVisible();
  const row = (day: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: day, exact: true }) });
  await expect(row('0')).toContainText('500.0000');
  await expect(row('1')).toContainText('500.0500');
  await expect(row('7')).toContainText('500.7000');
  await expectAccessible(page, '/funds');
  await page.getByRole('button', { name: 'Subscribe' }).click();

  await expect(page).toHaveURL(/\/touzijilu$/);
  await expect(page.getByText('Running', { exact: true }).last()).toBeVisible();
  await expect(page.getByText('0 of 7')).toBeVisible();
  await page.getByRole('button', { name: 'Redeem early' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('You get 500.000000 USDT and 0.000000 USDT of interest at once');
  await expect(dialog).toContainText('0.700000 USDT');
  await dialog.getByRole('button', { name: 'Redeem early' }).click();
  await expect(page.getByText('The principal and the interest kept are available').first()).toBeVisible();
  await page.getByRole('button', { name: 'Redeemed', exact: true }).click();
  await expect(page.getByRole('heading', { name: '7-day term' })).toBeVisible();
  await expectAccessible(page, '/touzijilu');

  await page.goto('/profit');
  await expect(page.getByText('Paid by financing')).toBeVisible();
  await expectAccessible(page, '/profit');
  await page.goto('/wallet');
  await expect(page.getByText('500.0000').first()).toBeVisible();
});

test('every page of financing fits a small phone, and all products lead to their own page', async ({ page }) => {
  const calls = callsOf(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await register(page, '/tab4');
  for (const path of ['/fund', '/funds', '/touzijilu', '/chanpingjieshao', '/moreProject', '/profit']) {
    await openInApp(page, path);
    await atRest(page, calls);
    const wider = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(wider, path).toBeLessThanOrEqual(0);
  }
  await openInApp(page, '/moreProject');
  await page.getByRole('button', { name: 'See the 30-day term' }).click();
  await expect(page).toHaveURL(/product=day30$/);
  await expect(page.getByRole('heading', { name: '30-day term' })).toBeVisible();
});
