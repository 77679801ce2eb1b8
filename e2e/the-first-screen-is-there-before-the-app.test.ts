import { expect, type Page } from '@playwright/test';
import { atRest, callsOf } from './at-rest.ts';
import { register } from './member.ts';
import { test } from './test.ts';

/** Holds back the app's scripts: anything seen until they are released came with the page. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const drawn = (page: Page) => page.locator('.prerendered');
const mark = (page: Page) => page.locator('.opening');

test('the screen is drawn before any script has come, in the member’s language, and gives way to the app', async ({
  page,
}) => {
  const violations: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await register(page);
  await page.goto('/tab4');
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
  // The state after choosing a language. Set on a page without the app, which would overwrite it.
  await page.goto('/healthz');
  await page.evaluate(() => sessionStorage.setItem('locale', 'jp'));
  await page.context().addCookies([{ name: 'clearlot_locale', value: 'jp', url: page.url() }]);

  const release = await holdScripts(page);
  await page.goto('/tab4', { waitUntil: 'commit' });
  await expect(drawn(page)).toBeVisible();
  await expect(mark(page)).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  // Not exposed to the accessibility tree.
  await expect(page.getByRole('heading')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(drawn(page)).toHaveCount(0);
  expect(violations).toEqual([]);
});

test('a screen in another language, or of a member whose session is gone, is not shown', async ({ page }) => {
  await register(page);
  await page.goto('/tab4');
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
  await page.goto('/healthz');
  await page.evaluate(() => sessionStorage.setItem('locale', 'thai'));
  await holdScripts(page);
  await page.goto('/tab4', { waitUntil: 'commit' });
  await expect(mark(page)).toBeVisible();
  await expect(drawn(page)).toBeHidden();
  // The server sees no session and sends the login, which this tab still has a member for.
  await page.evaluate(() => sessionStorage.removeItem('locale'));
  await page.context().clearCookies();
  await page.goto('/homeTab', { waitUntil: 'commit' });
  await expect(mark(page)).toBeVisible();
  await expect(drawn(page)).toBeHidden();
});

test('a new tab of a member shows the screen at once', async ({ page }) => {
  await register(page);
  await page.goto('/healthz');
  await page.evaluate(() => sessionStorage.clear());
  const release = await holdScripts(page);
  await page.goto('/homeTab', { waitUntil: 'commit' });
  await expect(drawn(page)).toBeVisible();
  release();
  await expect(drawn(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/homeTab$/);
});

test('the trading screen is first painted with the coin of its address, or of the tab’s last visit', async ({
  page,
}) => {
  await register(page, '/tab1?coin=BTC');
  await expect(page.getByRole('heading', { name: 'BTC / USDT' })).toBeVisible();
  for (const [address, coin] of [
    ['/tab1?coin=BTC', 'BTC'],
    ['/tab1', 'BTC'],
    ['/tab1?coin=SOL', 'SOL'],
  ] as const) {
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    const release = await holdScripts(page);
    await page.goto(address, { waitUntil: 'commit' });
    await expect(drawn(page)).toBeVisible();
    const clip = { x: 44, y: 8, width: 90, height: 36 };
    const painted = await page.screenshot({ clip });
    release();
    await expect(page.getByRole('heading', { name: `${coin} / USDT` })).toBeVisible();
    await expect(drawn(page)).toHaveCount(0);
    await expect.poll(async () => (await page.screenshot({ clip })).equals(painted), address).toBe(true);
    expect(requested.filter((path) => path.includes('/name/ETH/'))).toEqual([]);
    await page.unroute('**/assets/*.js');
    page.removeAllListeners('request');
  }
});

test('the reads that the build found are preloaded, and the app repeats none of them', async ({ page }) => {
  await register(page);
  await page.goto('/healthz');
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    requested.push(pathname + search);
  });
  // Candles from the stream of the fast product clock may leave a gap, which is read again.
  await page.route('**/api/stream*', () => undefined);
  await page.goto('/tab1');
  await expect(drawn(page)).toHaveCount(0);
  await expect(page.locator('main [data-source="ledger"]').filter({ hasText: /\d/ }).first()).toBeVisible();
  const preloaded = ((await page.locator('html').getAttribute('data-reads')) ?? '').split(' ');
  expect(preloaded).toContain('/api/market/status');
  for (const address of preloaded) {
    expect(
      requested.filter((each) => each === address),
      address,
    ).toHaveLength(1);
  }
});

test('the start opens the stream once: the texts and the profile that come later are of the same language', async ({
  page,
}) => {
  await register(page);
  await page.goto('/healthz');
  const streams: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/stream') streams.push(request.url());
  });
  const calls = callsOf(page);
  const moreTexts = page.waitForResponse(/\/assets\/en-more-/);
  const profile = page.waitForResponse(/\/api\/user\/accountinfo/);
  await page.goto('/tab4');
  await Promise.all([moreTexts, profile]);
  await expect.poll(() => streams.length).toBeGreaterThan(0);
  await atRest(page, calls);
  expect(streams).toHaveLength(1);
});
