import { expect, test } from '@playwright/test';
import {
  chooseLeverage,
  deposit,
  determinePlan,
  fillCaptcha,
  fillRegistration,
  newMember,
  register,
  signIn,
} from './member.ts';

test('registration names each wrong field, keeps what was typed, and goes through once it is right', async ({
  page,
}) => {
  const member = newMember();
  await page.goto('/registe');
  await expect(page.getByLabel('Invitation code')).toHaveValue('CLEARLOT');
  await page.getByLabel('Invitation code').fill('');
  await page.getByRole('button', { name: 'Open the account' }).click();
  for (const message of [
    'Please enter your account',
    'Please enter your password',
    'Please enter the invitation code',
    'Please enter the verification code',
    'Please confirm that you are over 18 and accept the terms',
  ]) {
    await expect(page.getByText(message).first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Use CLEARLOT' }).click();
  await fillRegistration(page, member);
  await page.getByLabel('Confirm password').fill('Passw0rd2');
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByText('The passwords entered twice are inconsistent')).toBeVisible();
  await expect(page.getByLabel('Account', { exact: true })).toHaveValue(member.username);

  await page.getByLabel('Confirm password').fill(member.password);
  await fillCaptcha(page, 'wrong');
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByText('The verification code is wrong or has expired')).toBeVisible();
  await fillCaptcha(page);
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page).toHaveURL(/\/homeTab$/);
});

test('a taken account name is refused at its field', async ({ page }) => {
  const member = await register(page, '/healthz');
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  await page.goto('/registe');
  await fillRegistration(page, member);
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page.getByText('This account name is taken')).toBeVisible();
});

test('a wrong password says no more than that account or password are wrong', async ({ page }) => {
  const member = await register(page, '/healthz');
  await page.context().clearCookies();
  await page.evaluate(() => sessionStorage.clear());
  for (const attempt of [{ ...member, password: 'Wrong1234' }, newMember()]) {
    await page.goto('/login');
    await signIn(page, attempt);
    await expect(page.getByText('The account or the password is wrong')).toBeVisible();
  }
});

test('a deposit under 100 is refused, a plan without leverage or amount is refused, each with its own words', async ({
  page,
}) => {
  await register(page, '/deposit');
  await page.getByLabel('Amount', { exact: true }).fill('99.99');
  await page.getByRole('button', { name: 'Get test funds' }).click();
  await expect(page.getByText('The minimum deposit is 100')).toBeVisible();

  await deposit(page, '100');
  await page.goto('/tab1');
  await page.getByRole('button', { name: 'Determine the plan' }).click();
  await expect(page.getByText('Please select leverage multiplier').first()).toBeVisible();
  await chooseLeverage(page, '2X');
  await page.getByRole('button', { name: 'Determine the plan' }).click();
  await expect(page.getByText('Please enter amount').first()).toBeVisible();

  const amount = page.getByRole('textbox', { name: /Planned amount/ });
  await amount.fill('400');
  await determinePlan(page);
  await expect(page.getByText('The amount is over your available quota of 100').first()).toBeVisible();
  await amount.fill('100000');
  await determinePlan(page);
  await expect(page.getByText(/Enter .* to .* USDT/).first()).toBeVisible();
});
