import { expect, type Page } from '@playwright/test';
import { chooseLeverage, deposit, register, signIn } from './member.ts';
import { test } from './test.ts';

const tab = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true });
const amount = (page: Page) => page.getByRole('textbox', { name: /Planned amount/ });
const leverage = (page: Page) => page.getByRole('button', { name: /leverage multiplier/i });
const range = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const coinTitle = (page: Page, coin: string) => page.getByRole('heading', { name: `${coin} / USDT` });

async function chooseCoin(page: Page, coin: string): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${coin}`) })
    .click();
}

async function expectChoices(page: Page): Promise<void> {
  await expect(coinTitle(page, 'BTC')).toBeVisible();
  await expect(leverage(page)).toContainText('3X');
  await expect(range(page, '1hour')).toHaveAttribute('aria-pressed', 'true');
}

test('coin, leverage, range and amount are still there after a change of tab and a reload, and the address has them', async ({
  page,
}) => {
  await register(page, '/healthz');
  await deposit(page, '1000');
  await page.goto('/tab1');
  await page.getByRole('button', { name: /Select trading area/ }).click();
  await chooseCoin(page, 'BTC');
  await chooseLeverage(page, '3X');
  await range(page, '1hour').click();
  await amount(page).fill('123.5');
  await expect(page).toHaveURL(/\/tab1\?coin=BTC&leverage=3&range=1h$/);

  await tab(page, 'Assets').click();
  await expect(page).toHaveURL(/\/tab4$/);
  await tab(page, 'Quantization').click();
  await expect(page).toHaveURL(/\/tab1\?coin=BTC&leverage=3&range=1h$/);
  await expectChoices(page);
  await expect(amount(page)).toHaveValue('123.5');

  await page.reload();
  await expectChoices(page);
  await expect(amount(page)).toHaveValue('123.5');

  // A coin in the address counts, and the rest is as it was left.
  await page.goto('/tab1?coin=SOL');
  await expect(coinTitle(page, 'SOL')).toBeVisible();
  await expect(leverage(page)).toContainText('3X');
});

test('an address opened elsewhere has the same choices, but no leverage that is not unlocked', async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await register(page, '/tab1?coin=BTC&leverage=3&range=1h');
  await expectChoices(page);
  await expect(amount(page)).toHaveValue('');
  await page.goto('/tab1?coin=BTC&leverage=25');
  await expect(leverage(page)).toContainText('Choose');
  await context.close();
});

test('another member of the same tab does not find what was left', async ({ page }) => {
  const second = await register(page, '/healthz');
  await register(page, '/tab1?coin=BTC&leverage=3');
  await amount(page).fill('77');
  await page.goto('/shezhi');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto('/login?next=/tab1');
  await signIn(page, second);
  await expect(page).toHaveURL(/\/tab1$/);
  await expect(coinTitle(page, 'ETH')).toBeVisible();
  await expect(amount(page)).toHaveValue('');
});

for (const coin of ['DOGE1', '%3Cx%3E']) {
  test(`the unknown coin ${coin} gets the contract's message, and another coin is one tap away`, async ({ page }) => {
    await register(page, '/tab1?coin=BTC&leverage=3');
    await expect(coinTitle(page, 'BTC')).toBeVisible();
    await expect(leverage(page)).toContainText('3X');
    // Choices are remembered once the market is known to have the coin.
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('trading'))).toContain('leverage=3');
    await page.goto(`/tab1?coin=${coin}`);
    await expect(page.getByRole('alert').getByText('This trading area does not exist')).toBeVisible();
    await page.getByRole('button', { name: 'Select trading area' }).click();
    await chooseCoin(page, 'SOL');
    await expect(coinTitle(page, 'SOL')).toBeVisible();
    await expect(leverage(page)).toContainText('3X');
  });
}
