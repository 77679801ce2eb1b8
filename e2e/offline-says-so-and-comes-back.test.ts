import { expect } from '@playwright/test';
import { register } from './member.ts';
import { stayOffline } from './offline.ts';
import { openInApp } from './open-in-app.ts';
import { test } from './test.ts';
import { workerControls } from './worker.ts';

test.use({ serviceWorkers: 'allow' });

const offlineText = 'You are offline. Figures may be old.';

test('without a network the app says so, opens from its cache, and recovers on its own', async ({ page, context }) => {
  await register(page);
  await workerControls(page);
  await page.goto('/tab4');
  await expect(page.getByText('Weight score').first()).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText(offlineText)).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 300));
  const line = await page.getByText(offlineText).boundingBox();
  const title = await page.getByRole('heading', { name: 'Assets' }).boundingBox();
  expect(line?.y).toBe(0);
  expect(title?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? 0));
  await page.reload();
  const comeBack = await stayOffline(page);
  await expect(page.getByRole('heading', { name: 'Assets' })).toBeVisible();
  await expect(page.getByText(offlineText)).toBeVisible();
  // No endless placeholder: what is not cached shows an error.
  await expect(page.getByText('This could not be loaded')).toBeVisible();
  await expect(page.locator('[class*="_skeleton_"]')).toHaveCount(0);

  await context.setOffline(false);
  await comeBack();
  await expect(page.getByText(offlineText)).toHaveCount(0);
  await expect(page.getByText('Authorization Quota').first()).toBeVisible();
  await expect(page.locator('main [data-source="ledger"]').first()).toBeVisible();
});

test('a page that was never opened says that it cannot be loaded, and loads when the network is back', async ({
  page,
  context,
}) => {
  await register(page);
  await workerControls(page);
  await context.setOffline(true);
  await page.goto('/yuyanshezhi');
  await expect(page.getByText('Clearlot cannot be reached', { exact: false })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Language' })).toBeVisible();
});

test('the chosen language is cached for offline use, and no API response is', async ({ page, context }) => {
  await register(page);
  await page.evaluate(() => sessionStorage.setItem('locale', 'jp'));
  await page.goto('/tab4');
  await workerControls(page);
  const names = () =>
    page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const kept = await Promise.all(caches_.map((cache) => cache.keys()));
      return kept.flat().map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(names).toContainEqual(expect.stringMatching(/^\/assets\/jp-(?!more-)/));
  const kept = await names();
  expect(kept).toContain('/index.html');
  expect(kept.filter((path) => path.startsWith('/api'))).toEqual([]);
  // Other languages, and files no screen has needed, are not precached.
  expect(kept.filter((path) => /\/(zh|tc|thai|vnf)-/.test(path))).toEqual([]);
  await context.setOffline(true);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
});

test('the app can be installed: a manifest with icons that exist, a worker that is never cached', async ({
  page,
  request,
}) => {
  await page.goto('/login');
  const href = await page.locator('link[rel="manifest"]').getAttribute('href');
  const response = await request.get(href ?? '');
  expect(response.headers()['content-type']).toContain('manifest+json');
  const manifest = await response.json();
  expect(manifest).toMatchObject({ name: 'Clearlot', start_url: '/homeTab', scope: '/', display: 'standalone' });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (address) => {
      const picture = await createImageBitmap(await (await fetch(address)).blob());
      return `${picture.width}x${picture.height}`;
    }, src);
    expect(size).toBe(sizes);
  }
  const worker = await request.get('/service-worker.js');
  expect(worker.headers()['cache-control']).toBe('no-cache');
  expect(worker.headers()['content-type']).toContain('javascript');
  await workerControls(page);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toMatch(/:\d+\/$/);
});

test('the browser’s install prompt waits until the member opens it, once', async ({ page }) => {
  await register(page);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const prevented = await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => void Object.assign(window, { prompts: ((window as { prompts?: number }).prompts ?? 0) + 1 }),
    });
    window.dispatchEvent(offer);
    return offer.defaultPrevented;
  });
  expect(prevented).toBe(true);
  await openInApp(page, '/shezhi');
  await page.getByRole('button', { name: 'Install as an app' }).click();
  expect(await page.evaluate(() => (window as { prompts?: number }).prompts)).toBe(1);
  await expect(page.getByText('Add to Home Screen', { exact: false })).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
  await expect(page.getByText('Installed', { exact: false })).toBeVisible();
});
