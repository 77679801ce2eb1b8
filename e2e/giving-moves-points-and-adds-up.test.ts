import { expect, type Page } from '@playwright/test';
import { register } from './member.ts';
import { openSlowClockServer, type SlowClockServer } from './slow-clock-server.ts';
import { test } from './test.ts';

interface Giving {
  readonly points: { readonly received: number; readonly disbursed: number; readonly unspent: number };
  readonly donors: readonly { readonly name: string | null; readonly points: number }[];
}

async function read<Answer>(page: Page, path: string): Promise<Answer> {
  return ((await (await page.request.get(`/api${path}`)).json()) as { url: Answer }).url;
}

const giving = (page: Page) => read<Giving>(page, '/donations/giving');
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const main = (page: Page) => page.getByRole('main');

/** A Wednesday, whose check-in gives the ten points of the smallest donation, for more than twenty minutes. */
let wednesday: SlowClockServer;

test.beforeAll(async () => {
  wednesday = await openSlowClockServer(60, { settings: { CLOCK_START: '2026-06-03T01:00:00Z' } });
});
test.afterAll(() => wednesday.stop());

test('points of a check-in are given, once for a double tap; panel, list and columns are the ledger’s', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: wednesday.address, reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await register(page, '/singing');
  const zone = await page.request.post('/api/User/upinfo', {
    ...{ form: { timezone: 'UTC' }, headers: { 'X-Clearlot': '1' } },
  });
  expect(zone.status()).toBe(200);
  const before = await giving(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('新加坡彩票：捐贈');

  // Without points.
  const result = page.getByRole('dialog');
  // A press while the page still loads may miss the button that moves.
  await expect(async () => {
    await main(page).getByRole('button', { name: '捐贈' }).first().click({ timeout: 5_000 });
    await expect(result).toContainText('沒有可捐贈的數額', { timeout: 5_000 });
  }).toPass();
  await result.getByRole('button', { name: '關閉' }).click();

  const checkedIn = await page.request.get('/api/User/signin', { headers: { 'X-Clearlot': '1' } });
  expect(((await checkedIn.json()) as { url: { points: number } }).url.points).toBe(10);
  // More than there is.
  await expect(async () => {
    await main(page).getByRole('button', { name: '捐贈' }).nth(1).click({ timeout: 5_000 });
    await expect(result).toContainText('此檔需 50 分，您有 10 分', { timeout: 5_000 });
  }).toPass();
  await result.getByRole('button', { name: '關閉' }).click();
  await main(page).getByRole('button', { name: '不顯示名字' }).click();
  await main(page).getByRole('button', { name: '捐贈' }).first().dblclick();
  await expect(result).toContainText('捐贈成功');
  await result.getByRole('button', { name: '關閉' }).click();
  await expect(main(page).getByText('累計捐贈').locator('..')).toContainText('10');
  await expect(main(page).getByText('可捐數額').locator('..')).toContainText('0');

  // Others share a response for a moment.
  await expect.poll(async () => (await giving(page)).donors).toContainEqual(expect.objectContaining({ points: 10 }));
  const after = await giving(page);
  const { user } = await read<{ user: { contribute_count: number } }>(page, '/user/center');
  expect(user.contribute_count).toBe(10);
  expect(after.points.received).toBeGreaterThanOrEqual(before.points.received + 10);
  expect(after.points.received).toBe(after.points.disbursed + after.points.unspent);
  expect(after.donors).toContainEqual(expect.objectContaining({ name: null, points: 10 }));
  await expect(main(page).getByRole('list', { name: '本平台的捐贈人，來自帳本' })).toContainText('匿名');
  await context.close();
});

test('points have a statement of their own, which the giving page leads to, and the receipts are held against the root', async ({
  page,
}) => {
  await register(page, '/singing');
  const checkedIn = await page.request.get('/api/User/signin', { headers: { 'X-Clearlot': '1' } });
  const earned = ((await checkedIn.json()) as { url: { points: number } }).url.points;
  await expect(main(page)).toContainText('目前尚無撥付。');
  await expect(main(page)).toContainText('收據之和等於該根雜湊值所載的已撥付');
  await main(page).getByRole('link', { name: '我的積分明細' }).click();
  const statement = main(page).getByRole('list', { name: 'Financial Records' });
  await expect(statement.getByRole('listitem')).toHaveCount(1);
  await expect(statement).toContainText(`+${earned}`);
  await expect(main(page).getByRole('list', { name: 'Together' })).toContainText(`+${earned}`);
  await expect(main(page)).not.toContainText('.000000');
  await main(page).getByRole('button', { name: 'USDT', exact: true }).click();
  await expect(main(page)).toContainText('Nothing moved in this time');
});

test('samples are tagged and rotate until the page is left; four languages on these pages alone', async ({ page }) => {
  await register(page, '/boosting');
  for (const total of ['3.95280', '15.43036']) {
    await expect(main(page).getByText(total)).toHaveAttribute('data-source', 'sample');
  }
  const samples = main(page).getByRole('list', { name: '範例捐贈人' });
  await expect(samples.getByRole('listitem').first()).toContainText('ch***w2');
  await expect(samples.getByRole('listitem').first()).toContainText('al***90', { timeout: 4_000 });

  const menu = page.getByRole('button', { name: '本頁語言' });
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'false');
  await menu.click();
  await expect(main(page).getByRole('button', { name: '简体中文' })).toBeVisible();
  await main(page).getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boosting: giving');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Singapore Lottery: giving');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});
