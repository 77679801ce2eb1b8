import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { workForm } from '#server/test/captcha-work.fixture.ts';

export interface Member {
  readonly username: string;
  readonly password: string;
}

export const captcha = process.env.E2E_VERIFY_CODE ?? '';

/** A unique account name. */
export function newMember(): Member {
  return { username: `m${randomBytes(6).toString('hex')}`, password: 'Quiet1Otter' };
}

/** Registers through the form as a new visitor does, and ends on home. */
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

/** Registers by API calls, for journeys about something else, and opens `path`. */
export async function register(page: Page, path = '/homeTab', member: Member = newMember()): Promise<Member> {
  const { username, password } = member;
  const form = { username, password, repassword: password, invite: 'CLEARLOT', adult: '1', terms: '1' };
  await expect(async () => {
    await drawCaptcha(page);
    expect(await post(page, '/login/upregister', { ...form, code: captcha })).toBe(200);
  }).toPass();
  // A page without the app, so that the app loads only once, at the journey's start.
  await page.goto('/healthz');
  await page.evaluate((name) => sessionStorage.setItem('username', name), username);
  await page.goto(path);
  return member;
}

/** Draws a captcha by API calls and does its work. */
export async function drawCaptcha(page: Page): Promise<void> {
  const drawn = await page.request.get('/api/verify/code');
  expect(drawn.status()).toBe(200);
  expect(await post(page, '/verify/work', await workForm((await drawn.json()).url))).toBe(200);
}

/** Makes an API call from the page; returns the status of the response. */
async function post(page: Page, path: string, form: Record<string, string>): Promise<number> {
  const response = await page.request.post(`/api${path}`, { form, headers: { 'X-Clearlot': '1' } });
  return response.status();
}

/** A captcha is valid once its image has loaded: waits for it before typing. */
export async function fillCaptcha(page: Page, code = captcha): Promise<void> {
  await expect(page.getByRole('img', { name: 'Image of the verification code' })).toBeVisible();
  await page.getByLabel('Verification code', { exact: true }).fill(code);
}

export async function fillRegistration(page: Page, { username, password }: Member): Promise<void> {
  await page.getByLabel('Account', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Use CLEARLOT' }).click();
  await fillCaptcha(page);
  await page.getByLabel('I am over 18 years old').check();
  await page.getByLabel('I accept the terms').check();
}

export async function signIn(page: Page, { username, password }: Member): Promise<void> {
  await page.getByLabel('Account', { exact: true }).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Requests test funds by API call and waits until they are credited. */
export async function deposit(page: Page, amount: string): Promise<void> {
  const available = async (): Promise<number> =>
    Number((await (await page.request.get('/api/User/balance')).json()).url.spot);
  const before = await available();
  expect(await post(page, '/Finance/recharge', { channel: 'sandbox', amount })).toBe(200);
  await expect.poll(available, { intervals: [50] }).toBe(before + Number(amount));
}

/** Requests test funds through the form and waits until the screen shows them as credited. */
export async function depositByForm(page: Page, amount: string): Promise<void> {
  await page.goto('/deposit');
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByRole('button', { name: 'Get test funds' }).click();
  await expect(page).toHaveURL(/\/depositSuccess/);
  await expect(page.getByText('Credited to your available quota')).toBeVisible({ timeout: 40_000 });
}

/** Fills in leverage and amount on the trading screen, for its default coin, ETH. */
export async function fillPlan(page: Page, leverage: string, amount: string): Promise<void> {
  await page.goto('/tab1');
  await chooseLeverage(page, leverage);
  await page.getByRole('textbox', { name: /Planned amount/ }).fill(amount);
}

export async function chooseLeverage(page: Page, leverage: string): Promise<void> {
  await page.getByRole('button', { name: /leverage multiplier/i }).click();
  await page.getByRole('dialog').getByRole('button', { name: leverage, exact: true }).click();
}

/** Types the login password into the sheet that asks for it, and sends it. */
export async function confirmOwner(page: Page, password: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await sheet.getByLabel('Login password', { exact: true }).fill(password);
  await sheet.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(sheet).toBeHidden();
}
