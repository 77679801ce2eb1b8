import { expect, type Page } from '@playwright/test';
import { fillRegistration, newMember, register } from './member.ts';
import { openInApp } from './open-in-app.ts';
import { test } from './test.ts';

const hostile = '<img src=x onerror="window.struck=1"><script>window.struck=1</script>';

/** Whether injected markup ran. */
const struck = (page: Page) => page.evaluate(() => 'struck' in window);

function errorsOf(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
}

test('without any storage a visitor registers, goes through the app and chooses a language', async ({ page }) => {
  const errors = errorsOf(page);
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/registe');
  await fillRegistration(page, newMember());
  await page.getByRole('button', { name: 'Open the account' }).click();
  await expect(page).toHaveURL(/\/homeTab$/);
  for (const path of ['/tab1', '/shezhi', '/Notifications', '/tab4']) {
    await openInApp(page, path);
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  await openInApp(page, '/yuyanshezhi');
  await page.getByRole('button', { name: '日本語' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await openInApp(page, '/shezhi');
  await page.locator('main [role="radio"], main [aria-pressed]').last().click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  expect(errors).toEqual([]);
});

test('invalid values in every storage and every parameter count as absent', async ({ page }) => {
  const errors = errorsOf(page);
  await page.addInitScript((rubbish) => {
    for (const key of ['username', 'locale', 'iszidongbofang']) sessionStorage.setItem(key, rubbish);
    for (const key of ['clearlot.theme', 'username', 'locale']) localStorage.setItem(key, rubbish);
    window.history.replaceState({ index: rubbish }, '');
  }, hostile);
  await page.goto(
    `/login?next=${encodeURIComponent('javascript:alert(1)')}&lang=klingon&locale=${encodeURIComponent(hostile)}`,
  );
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await page.goto(`/homeTab?coin=${encodeURIComponent(hostile)}`);
  await expect(page).toHaveURL(/\/login/);
  expect(await struck(page)).toBe(false);
  expect(errors).toEqual([]);
});

test('markup and scripts in stored texts are text, and a link out of the app is refused', async ({ page }) => {
  const now = new Date().toISOString();
  const blocks = [
    { kind: 'heading', text: [hostile] },
    { kind: 'paragraph', text: [hostile, { rule: hostile, value: hostile }] },
    { kind: 'list', items: [[hostile]] },
    { kind: 'link', path: '/rule', text: [hostile] },
  ];
  const text = { id: 'levels', title: hostile, blocks, updatedAt: now, publishedAt: now };
  const envelope = (url: unknown, place: 'url' | 'info') =>
    JSON.stringify({ status: true, info: place === 'info' ? url : '', url: place === 'url' ? url : '' });
  await page.route('**/api/page/helpinfo*', (route) => route.fulfill({ body: envelope(text, 'url') }));
  await page.route('**/api/page/tips*', (route) => {
    const outward = [{ kind: 'link', path: 'javascript:window.struck=1', text: ['Click'] }];
    return route.fulfill({ body: envelope([{ ...text, blocks: outward }], 'info') });
  });
  await page.route('**/api/page/notice*', (route) =>
    route.fulfill({
      body: envelope({ notices: [{ ...text, id: '1M7YY47HPZKJXC65', read: null }], unread: null }, 'info'),
    }),
  );
  await page.goto('/faq?id=levels');
  await expect(page.getByRole('heading', { name: hostile }).first()).toBeVisible();
  await expect(page.locator('main').getByText(hostile).first()).toBeVisible();
  await expect(page.locator('main a')).toHaveAttribute('href', '/rule');
  await page.goto('/Notifications');
  await page.getByRole('button', { name: hostile }).click();
  await expect(page.locator('main').getByText(hostile)).not.toHaveCount(0);
  await expect(page.locator('main img, main script')).toHaveCount(0);
  await page.goto('/Tips');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0);
  expect(await struck(page)).toBe(false);
});

test('a part of the app that fails to load says so, and loads on the next try', async ({ page }) => {
  await register(page);
  let isGone = true;
  await page.route(/\/assets\/(settings|home-more|language)-.*\.js/, (route) =>
    isGone ? route.abort() : route.continue(),
  );
  await page.goto('/homeTab');
  await expect(page.getByText('Clearlot cannot be reached', { exact: false })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Ranking' })).toBeVisible();
  await openInApp(page, '/shezhi');
  await expect(page.getByText('Clearlot cannot be reached', { exact: false })).toBeVisible();
  isGone = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await page.goto('/homeTab');
  await expect(page.getByRole('heading', { name: 'Subscribe by e-mail' })).toBeVisible();
});

test('without the font and the images every text is there and nothing is wider than the phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.route(/\.(woff2|png|svg|webp|webm)(\?|$)/, (route) => route.abort());
  await register(page);
  for (const path of ['/homeTab', '/tab1', '/tab4']) {
    await openInApp(page, path);
    await expect(page.locator('main [data-source]').filter({ hasText: /\d/ }).first()).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, path).toBeLessThanOrEqual(320);
  }
  const loaded = await page.evaluate(() =>
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
  );
  expect(loaded.join()).not.toMatch(/Inter"?(,|$)/);
  // Text does not wait for the web font.
  expect(await page.evaluate(() => [...document.fonts].map(({ display }) => display))).not.toContain('block');
  // Images that failed to load are replaced by a letter.
  await openInApp(page, '/homeTab');
  await expect(page.locator('main img[src^="/coins/"]')).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Ranking' }).getByRole('listitem')).toHaveCount(10);
});
