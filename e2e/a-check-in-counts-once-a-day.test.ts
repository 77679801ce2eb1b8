import { expect, type Locator, type Page } from '@playwright/test';
import { farFromMidnight } from './far-from-midnight.ts';
import { register } from './member.ts';
import { test } from './test.ts';

const changesState = { 'X-Clearlot': '1' };

async function read(page: Page, path: string) {
  return (await (await page.request.get(`/api${path}`)).json()) as Record<string, unknown>;
}

/** The cells of the week; the list below them leads on. */
const daysOf = (sheet: Locator): Locator =>
  sheet.getByRole('listitem').filter({ hasNot: sheet.page().getByRole('link') });

const cells = async (page: Page) => (await read(page, '/user/weeksignin')).url as { sign: number; points: number }[];

test('the heart opens the week; a check-in counts once, on every tab, and the points are the ledger’s', async ({
  page,
  context,
}) => {
  await register(page, '/healthz');
  await farFromMidnight(page);
  // Where no points have moved yet, the list leads to where the first ones are.
  await page.goto('/account?asset=PTS');
  await page.getByRole('button', { name: 'To today’s check-in' }).click();
  const sheet = page.getByRole('dialog', { name: 'Daily check-in' });
  await expect(daysOf(sheet)).toHaveCount(7);
  await expect(daysOf(sheet)).toContainText(['+1', '+5', '+10', '+20', '+30', '+40', '+50']);
  // It is opened from the header, whose text is small and bold.
  const words = sheet.getByText('The points go to your assistance account.');
  await expect(words).toHaveCSS('font-size', '14px');
  await expect(words).toHaveCSS('font-weight', '400');

  // A second tab that was open before.
  const tab = await context.newPage();
  await tab.goto('/homeTab');
  await tab.getByRole('button', { name: 'Daily check-in' }).click();
  const other = tab.getByRole('dialog', { name: 'Daily check-in' });
  await expect(other.getByRole('button', { name: 'Check in' })).toBeEnabled();

  await sheet.getByRole('button', { name: 'Check in' }).click();
  await expect(page.getByText('Successful check-in').first()).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Signed in' })).toBeDisabled();

  const points = (await cells(page)).find(({ sign }) => sign === 1)?.points ?? 0;
  expect(points).toBeGreaterThan(0);
  await expect(sheet.getByText('Your assistance points').locator('..')).toContainText(String(points));
  await expect
    .poll(async () => ((await read(page, '/user/center')).url as { user: { signin_num: number } }).user.signin_num)
    .toBe(points);
  expect((await cells(page)).filter(({ sign }) => sign === 1)).toHaveLength(1);
  // The other tab hears of it.
  await expect(other.getByRole('button', { name: 'Signed in' })).toBeDisabled();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/homeTab$/);
});

test('the call answers status 1 once; without the header, by HEAD or from another site nobody is checked in', async ({
  page,
}) => {
  await register(page, '/healthz');
  await farFromMidnight(page);
  await page.goto('/homeTab');
  expect((await page.request.get('/api/User/signin')).status()).toBe(403);
  await page.request.head('/api/User/signin', { headers: changesState });
  const foreign = { ...changesState, 'Sec-Fetch-Site': 'cross-site' };
  expect((await page.request.get('/api/User/signin', { headers: foreign })).status()).toBe(403);
  expect((await cells(page)).filter(({ sign }) => sign === 1)).toHaveLength(0);

  const once = await page.request.get('/api/User/signin', { headers: changesState });
  expect(await once.json()).toMatchObject({ status: 1, info: 'Successful check-in' });
  const again = await page.request.get('/api/user/SIGNIN', { headers: changesState });
  expect(again.status()).toBe(409);
  expect(await again.json()).toMatchObject({ status: false, info: 'Signed in', code: 'alreadyCheckedIn' });
});

test('a list that is no list shows nothing', async ({ page }) => {
  await register(page, '/homeTab');
  await page.route('**/api/user/weeksignin', (route) =>
    route.fulfill({ json: { status: true, info: '', url: 'soon' } }),
  );
  await page.getByRole('button', { name: 'Daily check-in' }).click();
  const sheet = page.getByRole('dialog', { name: 'Daily check-in' });
  await expect(sheet).toBeVisible();
  await expect(daysOf(sheet)).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: 'Check in' })).toHaveCount(0);
});
