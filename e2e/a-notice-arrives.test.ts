import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { locales } from '#contract/locale.ts';
import { openServer, type SheetServer } from '../tools/contact-sheet/server.ts';
import { callAt, signedInDesk } from './desk.ts';
import { register } from './member.ts';
import { createOwnersAt } from './operators.ts';
import { test } from './test.ts';

test.use({ serviceWorkers: 'allow' });

let folder = '';
const dataFolder = () => join(folder, 'data');
let server: SheetServer;
let desk: Page;

// A notice reaches everybody: this journey has its own server, so that it pops up in no other.
test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), 'clearlot-notices-'));
  server = await openServer(dataFolder());
  await server.runAt(1);
  const commanded = { port: new URL(server.address).port, dataDir: dataFolder() };
  await createOwnersAt(commanded, 'anna');
  desk = await signedInDesk(browser, 'anna', commanded);
});

test.afterAll(async () => {
  await desk?.context().close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('a notice pops up on a phone that is open, on one that was offline when it is back, and stays read', async ({
  browser,
}) => {
  const [open, away] = await Promise.all(
    [0, 1].map(async () => {
      const page = await (await browser.newContext({ baseURL: server.address })).newPage();
      await register(page);
      await markAllRead(page);
      await page.goto('/homeTab');
      await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeVisible();
      return page;
    }),
  );
  if (open === undefined || away === undefined) throw new Error('two pages were opened');
  for (const page of [open, away]) await knowsTheNotices(page);
  await away.context().setOffline(true);
  // Emulated offline mode keeps open connections: a change of network makes the app reconnect, which fails.
  await away.evaluate(() => window.dispatchEvent(new Event('online')));

  const title = 'Deposits pause on Sunday';
  await publish(title);
  const popup = open.getByRole('dialog', { name: title });
  await expect(popup).toContainText('They go on at noon.');
  await popup.getByRole('button', { name: 'Read later' }).click();
  await open.getByRole('link', { name: 'Notices, some unread' }).click();
  await expect(open.getByText('Unread', { exact: true })).toHaveCount(1);
  await open.getByRole('button', { name: title }).click();
  await expect(open.getByText('They go on at noon.')).toBeVisible();
  await expect(open.getByText('Unread', { exact: true })).toHaveCount(0);
  await open.reload();
  await expect(open.getByRole('button', { name: title })).toBeVisible();
  await expect(open.getByText('Unread', { exact: true })).toHaveCount(0);
  await expect(open.getByRole('dialog')).toHaveCount(0);

  await expect(away.getByRole('dialog')).toHaveCount(0);
  await away.context().setOffline(false);
  await away.getByRole('dialog', { name: title }).getByRole('button', { name: 'Got it' }).click();
  await expect(away.getByRole('link', { name: 'Notices', exact: true })).toBeVisible();
  await away.reload();
  await expect(away.getByRole('link', { name: 'Notices', exact: true })).toBeVisible();
  await expect(away.getByRole('dialog')).toHaveCount(0);
});

test('a notice with markup in it is not published', async () => {
  await expect(publish('Hello', '<img src=x onerror=alert(1)>')).rejects.toThrow('contentFaulty');
});

/** The popup's code has loaded, with the existing notices. */
async function knowsTheNotices(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Clearlot in a few seconds' })).toBeVisible();
  await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    return [/\/member-announcements-/, /\/api\/page\/notice/].every((wanted) =>
      loaded.some((name) => wanted.test(name)),
    );
  });
  await page.waitForTimeout(1500);
}

async function markAllRead(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const headers = { 'X-Clearlot': '1' };
    return (await fetch('/api/page/notice/read', { method: 'POST', headers, body: new URLSearchParams() })).status;
  });
  expect(status).toBe(200);
}

/** Publishes as the console does: a draft in six languages, and what was seen of it. */
async function publish(title: string, body = 'They go on at noon.'): Promise<void> {
  type Saved = { readonly id: string; readonly draft: { readonly hash: string } };
  let seen: { readonly id?: string; readonly hash: string } = { hash: '' };
  for (const locale of locales) {
    const text = { kind: 'notice', locale, title, body };
    const { id, draft } = await callAt<Saved>(desk, '/content/draft', { ...text, ...seen });
    seen = { id, hash: draft.hash };
  }
  await callAt(desk, '/content/publish', { kind: 'notice', reason: 'for a journey', ...seen });
}
