import { expect, type Page } from '@playwright/test';
import { deposit, depositByForm, determinePlan, fillPlan, register, registerByForm } from './member.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

test('a new member registers, receives test funds, places a plan, sees it settle and verifies it on the phone', async ({
  page,
}) => {
  const member = await registerByForm(page);
  await expect(page.getByText(member.username.slice(-6))).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('username'))).toBe(member.username);

  await depositByForm(page, '1000');
  await page.getByRole('button', { name: 'Place a plan' }).click();
  await expect(page).toHaveURL(/\/tab1/);

  await fillPlan(page, '5X', '200');
  await expect(page.getByText('Worst 1 in 20').first()).toBeVisible();
  await expect(page.getByText('Worst case').first()).toBeVisible();
  await determinePlan(page);
  await expect(page.getByText('Plan placed')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Staking Again' })).toBeVisible();

  await page.getByRole('button', { name: 'View History' }).click();
  await expect(page).toHaveURL(/\/orders$/);
  await expect(page.getByText('200.00')).toBeVisible();
  await expect(page.getByText(/Investment (success|failure)/)).toBeVisible();
  await page.getByText(/Investment (success|failure)/).click();
  await expect(page).toHaveURL(/\/ordersDetail/);

  await expect(page.getByText('Verified on this phone')).toBeVisible();
  await expect(page.getByText('Same result, to the last digit')).toBeVisible();
  await expect(page.getByText(/Engine 1\s· \d+ candles\s· hash \S+ matches/)).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the proof' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^clearlot-plan-.+\.json$/);
});

test('the quotas after a settled plan are the deposit plus its income, to the last digit', async ({ page }) => {
  await register(page, '/healthz');
  await deposit(page, '500');
  await fillPlan(page, '3X', '100');
  await determinePlan(page);
  await expect(page.getByText('Plan placed')).toBeVisible();
  await expect.poll(async () => (await getJson(page, '/api/user/ctrecords')).info[0].status).not.toBe(1);
  const [record] = (await getJson(page, '/api/user/ctrecords')).info;
  const { url: quota } = await getJson(page, '/api/User/balance');
  expect(Number(quota.spot)).toBeCloseTo(500 + Number(record.income), 6);
  expect(quota.financial).toBe('0.000000');
  expect(quota.banlance).toBe(quota.spot);

  await page.goto('/tab4');
  // Truncated from six decimals to four.
  const shown = quota.banlance.slice(0, -2);
  await expect(page.getByText(shown).first()).toBeVisible();
});

async function getJson(page: Page, path: string) {
  return page.evaluate(async (address) => (await fetch(address)).json(), path);
}
