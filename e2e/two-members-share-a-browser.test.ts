import { type BrowserContext, expect, type Page } from '@playwright/test';
import { deposit, type Member, newMember, register, signIn } from './member.ts';
import { test } from './test.ts';

const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: 'Another account signed in' });
const shownName = (page: Page) => page.evaluate(() => sessionStorage.getItem('username'));

/** Signs in as that member in another tab of the same browser. */
async function signInBeside(context: BrowserContext, member: Member): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto('/login');
  await signIn(tab, member);
  await expect(tab).toHaveURL(/\/homeTab$/);
  return tab;
}

test('a tab of one member never shows or sends anything for another who signs in beside it', async ({
  page,
  context,
  browser,
}) => {
  const other = newMember();
  const elsewhere = await browser.newContext();
  await register(await elsewhere.newPage(), '/healthz', other);
  await elsewhere.close();
  const member = await register(page, '/tab4');
  await deposit(page, '700');
  const available = page.locator('dl > div', { hasText: 'Available Quota' }).locator('dd').first();
  await expect(available).toContainText('700');

  const beside = await signInBeside(context, other);
  // The stream was closed with the session: the tab hears of it without being looked at.
  await expect(dialogOf(page)).toBeVisible();
  await expect(dialogOf(page)).toContainText(member.username.slice(-7));
  await expect(available).toContainText('700');
  // A plan for the member on the screen is not placed for the one who is signed in.
  const placed = await page.evaluate(async (account) => {
    const headers = { 'x-clearlot': '1', 'x-clearlot-account': account };
    const body = new URLSearchParams({ id: '1', coin: 'ETH', multiple: '1', price: '10' });
    return await (await fetch('/api/Exchange/shenqing', { method: 'POST', headers, body })).json();
  }, member.username);
  expect(placed).toMatchObject({ status: false, code: 'otherAccount' });

  await page.reload();
  await expect(dialogOf(page)).toBeVisible();
  await expect(page.getByText('700')).toHaveCount(0);
  await dialogOf(page).getByRole('button', { name: 'Go to the other account' }).click();
  await expect(page).toHaveURL(/\/homeTab$/);
  await expect.poll(() => shownName(page)).toBe(other.username);
  await expect(dialogOf(page)).toHaveCount(0);

  // And back: the second tab is now the stale one, and its member chooses to sign in again, to come back to
  // the page it was on.
  await beside.goto('/tab4');
  await expect(beside.getByRole('heading', { name: 'Assets' })).toBeVisible();
  await page.goto('/login');
  await signIn(page, member);
  await expect(page).toHaveURL(/\/homeTab$/);
  await expect(dialogOf(beside)).toBeVisible();
  await dialogOf(beside).getByRole('button', { name: 'Sign in again' }).click();
  await expect(beside).toHaveURL(/\/login\?next=%2Ftab4$/);
});
