import { expect, type Page } from '@playwright/test';
import { register } from './member.ts';
import { type NewVersionServer, openNewVersionServer } from './new-version-server.ts';
import { stayOffline } from './offline.ts';
import { test } from './test.ts';
import { workerControls } from './worker.ts';

test.use({ serviceWorkers: 'allow' });

let server: NewVersionServer;

test.beforeEach(async ({ baseURL }) => {
  server = await openNewVersionServer(baseURL ?? '');
});

test.afterEach(() => server.stop());

const version = (page: Page) => page.locator('meta[name="version"]');
const keptVersions = (page: Page) => page.evaluate(() => caches.keys());

test('a new version is announced, loses no input, and is active after the reload', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: server.address })).newPage();
  await register(page, '/deposit');
  await workerControls(page);
  const [before] = await keptVersions(page);
  const amount = page.getByLabel('Amount', { exact: true });
  await amount.fill('1234');

  server.release('b');
  // The page becomes visible again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  const reload = page.getByRole('button', { name: 'Reload' });
  await expect(page.getByText('A new version of Clearlot is ready')).toBeVisible();
  await expect(amount).toHaveValue('1234');
  expect(await keptVersions(page)).toContain(before);

  // The beforeunload dialog: the member cancels.
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.type());
    void dialog.dismiss();
  });
  await reload.click();
  await expect.poll(() => dialogs).toEqual(['beforeunload']);
  await expect(amount).toHaveValue('1234');

  await amount.fill('');
  await reload.click();
  await expect(version(page)).toHaveAttribute('content', 'b');
  await expect(page.getByLabel('Amount', { exact: true })).toBeVisible();
  await expect(page.getByText('A new version of Clearlot is ready')).toHaveCount(0);
  await expect.poll(() => keptVersions(page)).toEqual(['clearlot-b']);

  // The new version is the one precached for offline use.
  await page.context().setOffline(true);
  await page.goto('/deposit');
  await stayOffline(page);
  await expect(page.getByText('You are offline. Figures may be old.')).toBeVisible();
  await expect(version(page)).toHaveAttribute('content', 'b');
});
