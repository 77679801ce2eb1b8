import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { depositByForm, determinePlan, fillPlan, register } from './member.ts';
import { test } from './test.ts';

test('no screen has a serious accessibility finding, dark or light', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expectAccessible(page, '/login');
  await page.goto('/registe');
  await expect(page.getByRole('button', { name: 'Open the account' })).toBeVisible();
  await expectAccessible(page, '/registe');

  await register(page);
  await expect(page.getByText('Ranking')).toBeVisible();
  await expectAccessible(page, '/homeTab');
  await page.goto('/deposit');
  await expect(page.getByRole('button', { name: 'Get test funds' })).toBeVisible();
  await expectAccessible(page, '/deposit');
  await depositByForm(page, '1000');
  await expectAccessible(page, '/depositSuccess');

  await fillPlan(page, '5X', '100');
  await expect(page.getByText('Worst 1 in 20').first()).toBeVisible();
  await expectAccessible(page, '/tab1');
  await page.getByRole('button', { name: /Level 1/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, '/tab1 with the level picker');
  await page.keyboard.press('Escape');
  await determinePlan(page);
  await expect(page.getByText('Plan placed')).toBeVisible();
  await expectAccessible(page, '/tab1 after placing');

  await page.goto('/orders');
  await expect(page.getByText('100.00')).toBeVisible();
  await expectAccessible(page, '/orders');
  await page.getByText('100.00').first().click();
  await expect(page).toHaveURL(/\/ordersDetail/);
  await expect(page.getByText('Verified on this phone')).toBeVisible();
  await expectAccessible(page, '/ordersDetail');
  await page.goto('/tab4');
  await expect(page.getByText('Weight score').first()).toBeVisible();
  await expectAccessible(page, '/tab4');
});
