import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';

export interface Member {
  readonly username: string;
  readonly password: string;
}

export const verifyCode = process.env.E2E_VERIFY_CODE ?? '';

/** An account name that no other journey has. */
export function newMember(): Member {
  return { username: `m${randomBytes(6).toString('hex')}`, password: 'Passw0rd1' };
}

/** Opens an account as a visitor does who comes for the first time: from the door to the form, and home. */
export async function registerByForm(page: Page, member: Member = newMember()): Promise<Member> {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('link', { name: 'New here? Open an account' }).click();
  await expect(page).toHaveURL(/\/registe$/);
  await fillRegistration(page, member);
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page).toHaveURL(/\/homeTab$/);
  return member;
}

/** Opens an account by the calls that the form makes, for journeys that are about something else. */
export async function register(page: Page, member: Member = newMember()): Promise<Member> {
  await page.goto('/login');
  const status = await page.evaluate(
    async ({ username, password, code }) => {
      await fetch('/api/verify/code');
      const fields = { username, password, repassword: password, invite: 'CLEARLOT', code, adult: '1', terms: '1' };
      const headers = { 'X-Clearlot': '1' };
      const body = new URLSearchParams(fields);
      const response = await fetch('/api/login/upregister', { method: 'POST', headers, body });
      sessionStorage.setItem('username', username);
      return response.status;
    },
    { ...member, code: verifyCode },
  );
  expect(status).toBe(200);
  await page.goto('/homeTab');
  return member;
}

export async function fillRegistration(page: Page, { username, password }: Member): Promise<void> {
  await page.getByLabel('Account', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Use CLEARLOT' }).click();
  await page.getByLabel('Verification code', { exact: true }).fill(verifyCode);
  await page.getByLabel('I am over 18 years old').check();
  await page.getByLabel('I accept the terms').check();
}

export async function signIn(page: Page, { username, password }: Member): Promise<void> {
  await page.getByLabel('Account', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Asks for test funds and waits until they are credited. */
export async function deposit(page: Page, amount: string): Promise<void> {
  await page.goto('/deposit');
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('button', { name: 'Request the deposit' }).click();
  await expect(page).toHaveURL(/\/depositSuccess/);
  await expect(page.getByText('Credited to your available quota')).toBeVisible({ timeout: 40_000 });
}

/** Chooses a leverage and an amount on the trading screen; the coin stays the one it opens with, ETH. */
export async function fillPlan(page: Page, leverage: string, amount: string): Promise<void> {
  await page.goto('/tab1');
  await chooseLeverage(page, leverage);
  await page.getByRole('textbox', { name: /Planned amount/ }).fill(amount);
}

export async function chooseLeverage(page: Page, leverage: string): Promise<void> {
  await page.getByRole('button', { name: /leverage multiplier/i }).click();
  await page.getByRole('dialog').getByRole('button', { name: leverage, exact: true }).click();
}
