import { expect, type Page } from '@playwright/test';
import { deposit, determinePlan, fillPlan, register } from './member.ts';
import { test } from './test.ts';

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Place this plan?' });
const amount = (page: Page) => page.getByRole('textbox', { name: /Planned amount/ });
const available = async (page: Page): Promise<string> =>
  (await (await page.request.get('/api/User/balance')).json()).url.spot;
const plans = async (page: Page): Promise<unknown[]> =>
  (await (await page.request.get('/api/user/ctrecords')).json()).info;

test('one press shows the plan with its worst case, fee and odds, and moves nothing; closing it loses nothing', async ({
  page,
}) => {
  await register(page, '/healthz');
  await deposit(page, '1000');
  await fillPlan(page, '3X', '200');
  await expect(page.getByText('Worst 1 in 20').first()).toBeVisible();
  await page.getByRole('button', { name: 'Determine the plan' }).click();
  for (const words of ['ETH/USDT', '200 USDT · 3X', 'Worst case', 'Fees, on average', 'Last round closes']) {
    await expect(sheet(page).getByText(words)).toBeVisible();
  }
  await expect(sheet(page).getByText(/\d+% lost\s· \d+% flat\s· \d+% earned/)).toBeVisible();
  await expect(sheet(page).getByText('−6.00')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Not yet' }).click();
  await expect(sheet(page)).toBeHidden();
  expect(await available(page)).toBe('1000.000000');
  expect(await plans(page)).toEqual([]);
  await expect(amount(page)).toHaveValue('200');
});

test('a lost answer, a closed sheet and another press place one plan', async ({ page }) => {
  await register(page, '/healthz');
  await deposit(page, '1000');
  await fillPlan(page, '2X', '150');
  await page.route('**/api/Exchange/shenqing', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await determinePlan(page);
  await expect(page.getByText('the plan is never placed twice', { exact: false }).first()).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Not yet' }).click();
  await page.unroute('**/api/Exchange/shenqing');
  await determinePlan(page);
  await expect(page.getByText('Plan placed')).toBeVisible();
  expect(await plans(page)).toHaveLength(1);
});

test('an amount that will be refused is marked as typed, by its nearest bound, and has no tick', async ({ page }) => {
  await register(page, '/healthz');
  await deposit(page, '300');
  await fillPlan(page, '2X', '200');
  const label = page.locator('label').filter({ hasText: 'Planned amount' });
  await expect(amount(page)).not.toHaveAttribute('aria-invalid');
  await expect(label.locator('svg')).toBeVisible();
  await amount(page).fill('9000');
  await expect(amount(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alert').filter({ hasText: 'You have 300.00 USDT available' })).toBeVisible();
  await expect(label.locator('svg')).toHaveCount(0);
  await amount(page).fill('5');
  await expect(page.getByRole('alert').filter({ hasText: 'Enter 10 to 500 USDT' })).toBeVisible();

  // What the quick amounts put in is what they say, and is within both bounds.
  const quick = page.getByRole('group', { name: 'Amounts that this level and your available quota allow' });
  await expect(quick.getByRole('button')).toHaveText(['100', '250', 'Max 300']);
  await quick.getByRole('button', { name: 'Max 300' }).click();
  await expect(amount(page)).toHaveValue('300.00');
  await expect(amount(page)).not.toHaveAttribute('aria-invalid');
});

test('the member’s own limits stand below the quote, not within it, and in the confirmation', async ({ page }) => {
  await register(page, '/securityCenter');
  await page.getByRole('button', { name: /Daily loss limit/ }).click();
  await page.getByLabel('Limit in USDT').fill('5');
  await page.getByRole('button', { name: 'Set the limit' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await deposit(page, '1000');
  await fillPlan(page, '2X', '400');
  const reminder = page.locator('main aside').filter({ hasText: 'You have set yourself limits' });
  const histogram = page.getByRole('img', { name: /How the plan ended/ });
  const measured = page.getByText(/^Measured on/);
  await expect(reminder).toBeVisible();
  const [top, bottom, box] = await Promise.all([
    histogram.boundingBox(),
    measured.boundingBox(),
    reminder.boundingBox(),
  ]);
  expect(box?.y).toBeGreaterThan(bottom?.y ?? Number.POSITIVE_INFINITY);
  expect(top?.y).toBeLessThan(bottom?.y ?? 0);
  await page.getByRole('button', { name: 'Determine the plan' }).click();
  await expect(sheet(page).getByText('It would be refused', { exact: false })).toBeVisible();
});
