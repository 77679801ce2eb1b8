import { randomBytes } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { workForm } from '#server/test/captcha-work.fixture.ts';

export interface Member {
  readonly username: string;
  readonly password: string;
}

export const captcha = process.env.E2E_VERIFY_CODE ?? '';

export const withdrawalPassword = 'Quiet12Fox';

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
  await fillCaptcha(page);
  await page.getByLabel('I am 18 or older').check();
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

const placing = '/api/Exchange/shenqing';

/** Refusals of a moment: at 600 times the speed of the clock prices are stale after 150 ms, and a plan's first candle opens twice a second. */
const momentary = ['marketStale', 'serverBusy'];

/** Determines the plan that the form holds, and confirms it; again where the market was behind its quick clock: then nothing was placed. */
export async function determinePlan(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Place this plan?' });
  await expect(async () => {
    if (await sheet.isHidden()) await page.getByRole('button', { name: 'Determine the plan' }).click();
    const answered = page.waitForResponse((one) => one.url().includes(placing), { timeout: 30_000 });
    const failed = page.waitForEvent('requestfailed', {
      predicate: (one) => one.url().includes(placing),
      timeout: 30_000,
    });
    const sent = Promise.race([answered, failed.then(() => null)]).catch(() => null);
    failed.catch(() => undefined);
    await sheet.getByRole('button', { name: 'Place the plan', exact: true }).click({ timeout: 10_000 });
    const response = await sent;
    if (response === null || response.ok()) return;
    const { code } = (await response.json()) as { readonly code: string };
    if (!momentary.includes(code)) return;
    await expect(sheet).toBeHidden();
    throw new Error(`refused for the moment: ${code}`);
  }).toPass();
}

/** Places a plan by API call, again where the market was behind its quick clock, and returns its id. */
export async function placePlan(page: Page, amount: string): Promise<string> {
  const form = { id: '1', coin: 'ETH', multiple: '3', price: amount };
  let id = '';
  await expect(async () => {
    const answer = await page.request.post(placing, { form, headers: { 'X-Clearlot': '1' } });
    expect(answer.status()).toBe(200);
    id = ((await answer.json()) as { readonly url: { readonly id: string } }).url.id;
  }).toPass();
  return id;
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

/** Sets the withdrawal password at /bankPwd, where the page is. */
export async function setWithdrawalPassword(page: Page, member: Member): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(withdrawalPassword);
  await page.getByLabel('Repeat the new password').fill(withdrawalPassword);
  await fillCaptcha(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await confirmOwner(page, member.password);
  await expect(page.getByText('The withdrawal password is set').first()).toBeAttached();
}
