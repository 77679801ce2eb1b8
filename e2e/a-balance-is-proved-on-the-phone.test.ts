import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { deposit, register } from './member.ts';

test('a member’s balance is recomputed into the public root on the phone, and a changed root is detected', async ({
  page,
}) => {
  await register(page, '/healthz');
  await deposit(page, '750');
  // A product hour takes six seconds here: the next tree includes the deposit.
  await expect(async () => {
    await page.goto('/tab4');
    await expect(page.getByText('750.000000 USDT were yours at that moment')).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Your balance is in the books' })).toBeVisible();
  await expect(page.getByText(/^Root [0-9a-f]{4}…[0-9a-f]{4} · .+ · recomputed on this phone$/)).toBeVisible();
  await expect(page.getByText('Included, sums match')).toBeVisible();

  // A server whose public total differs from the one that the member's path leads to.
  await page.route('**/api/proofs/roots', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    for (const root of body.info) root.total = '1.000000';
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await expect(page.getByText('Your balance does not prove itself')).toBeVisible();
  await expect(page.getByText('Included, sums match')).toHaveCount(0);
  await expect(page.getByText('1.000000', { exact: true })).toBeVisible();
  await page.unroute('**/api/proofs/roots');

  await page.getByRole('link', { name: 'All published roots' }).click();
  await expect(page).toHaveURL(/\/proofs$/);
  await expect(page.getByText('The books balance: together zero')).toBeVisible();
});

test('a visitor sees the published roots without an account', async ({ page }) => {
  await page.goto('/proofs');
  await expect(page.getByRole('heading', { name: 'Proof of liabilities' })).toBeVisible();
  await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  await expect(page.getByText('House: payment rail')).toBeVisible();
  await expectAccessible(page, '/proofs');
});
