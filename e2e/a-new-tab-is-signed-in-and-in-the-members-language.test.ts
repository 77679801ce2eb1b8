import { expect, type Page } from '@playwright/test';
import { languageTags } from '#contract/locale.ts';
import { newMember, register, registerByForm, signIn } from './member.ts';
import { test } from './test.ts';

const stored = (page: Page) => page.evaluate(() => ({ ...sessionStorage }) as Record<string, string>);
const profileLocale = async (page: Page) =>
  (await (await page.request.get('/api/user/accountinfo')).json()).url.locale as string;
const language = (page: Page) => page.locator('html');

async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.goto('/yuyanshezhi');
  await page.getByRole('main').getByRole('button', { name }).click();
}

test('a language chosen anywhere is kept with the profile, and a new tab is signed in and in it', async ({
  page,
  context,
}) => {
  const member = await register(page, '/tab4');
  await chooseLanguage(page, 'ไทย');
  await expect(language(page)).toHaveAttribute('lang', languageTags.thai);
  await expect.poll(() => profileLocale(page)).toBe('thai');

  const tab = await context.newPage();
  await tab.goto('/financial');
  await expect(tab).toHaveURL(/\/financial$/);
  await expect(language(tab)).toHaveAttribute('lang', languageTags.thai);
  await expect.poll(() => stored(tab)).toMatchObject({ username: member.username, locale: 'thai' });
  await tab.goto('/');
  await expect(tab).toHaveURL(/\/homeTab$/);
});

test('a sign-in on another device takes the language of the profile; one chosen before it is kept instead', async ({
  page,
  browser,
}) => {
  const member = await register(page, '/tab4');
  await chooseLanguage(page, '日本語');
  await expect.poll(() => profileLocale(page)).toBe('jp');

  const device = await (await browser.newContext()).newPage();
  await device.goto('/tab4');
  await signIn(device, member);
  await expect(device).toHaveURL(/\/tab4$/);
  await expect(language(device)).toHaveAttribute('lang', languageTags.jp);

  const other = await (await browser.newContext()).newPage();
  await other.goto('/login');
  await other.getByLabel('Account', { exact: true }).fill(member.username);
  await other.getByLabel('Password', { exact: true }).fill(member.password);
  await other.getByRole('button', { name: /^Language/ }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Tiếng Việt' }).click();
  await expect(language(other)).toHaveAttribute('lang', languageTags.vnf);
  await other.locator('form button[type=submit]').click();
  await expect(other).toHaveURL(/\/homeTab$/);
  await expect.poll(() => profileLocale(other)).toBe('vnf');
  // The first device keeps the language of its tab.
  await device.reload();
  await expect(language(device)).toHaveAttribute('lang', languageTags.jp);
  await device.context().close();
  await other.context().close();
});

test('a first visit follows the browser’s languages, before any script and after', async ({ browser }) => {
  const context = await browser.newContext({ locale: 'th-TH' });
  const page = await context.newPage();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('.prerendered')).toBeVisible();
  await expect(language(page)).toHaveAttribute('lang', languageTags.thai);
  release();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.locator('.prerendered')).toHaveCount(0);
  await expect(language(page)).toHaveAttribute('lang', languageTags.thai);
  await context.close();

  const elsewhere = await browser.newContext({ locale: 'fr-FR' });
  const visitor = await elsewhere.newPage();
  await registerByForm(visitor, newMember());
  await expect(language(visitor)).toHaveAttribute('lang', 'en');
  await elsewhere.close();
});

test('two tabs keep a language each, and the next one takes the last chosen', async ({ page, context }) => {
  await register(page, '/tab4');
  const tab = await context.newPage();
  await chooseLanguage(page, '简体中文');
  await expect.poll(() => profileLocale(page)).toBe('zh');
  await chooseLanguage(tab, '繁體中文');
  await expect.poll(() => profileLocale(page)).toBe('tc');
  await page.reload();
  await expect(language(page)).toHaveAttribute('lang', languageTags.zh);
  const next = await context.newPage();
  await next.goto('/tab4');
  await expect(language(next)).toHaveAttribute('lang', languageTags.tc);
});

test('a tab that could not reach the server at its start is signed in when the network is back', async ({
  page,
  context,
}) => {
  await register(page, '/tab4');
  const tab = await context.newPage();
  await tab.route('**/api/user/loginstate', (route) => route.abort());
  await tab.goto('/orders');
  await expect(tab).toHaveURL(/\/login\?next=%2Forders$/);
  await tab.unroute('**/api/user/loginstate');
  await tab.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(tab).toHaveURL(/\/orders$/);
});
