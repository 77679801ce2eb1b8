import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { register } from './member.ts';
import { test } from './test.ts';
import { workerControls } from './worker.ts';

test.use({ serviceWorkers: 'allow' });

const say = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};

const middleOf = (box: { readonly x: number; readonly width: number } | null): number =>
  box === null ? Number.NaN : box.x + box.width / 2;

const own = (page: Page) => page.locator('[data-author="member"] [data-words]');

test('a visitor reads the help texts and comes back to the chat after the sign-in', async ({ page }) => {
  await page.goto('/service');
  await expect(page.getByRole('heading', { name: 'Sign in to chat' })).toBeVisible();
  await expect(page.getByText('No answer was measured in the last 30 days.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'What is Clearlot?' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a member writes, is answered from the help texts at first, and finds it all again', async ({ page }) => {
  await register(page);
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notices/ });
  const [link, icon] = [await bell.boundingBox(), await bell.locator('svg').boundingBox()];
  expect(Math.abs(middleOf(link) - middleOf(icon))).toBeLessThan(1);
  await page.getByRole('link', { name: 'Customer service' }).click();
  await expect(page).toHaveURL(/\/service$/);
  await expect(page.getByRole('heading', { name: 'Write to us' })).toBeVisible();
  const toHelp = await page.getByRole('banner').getByRole('link', { name: 'Help Center' }).boundingBox();
  expect(toHelp?.height).toBeGreaterThanOrEqual(44);
  await say(page, 'How do I withdraw to my bank card?');
  await expect(page.getByText('Automatic answer')).toBeVisible();
  await expect(page.locator('[data-author="automatic"] a').first()).toHaveAttribute('href', /^\/faq\?id=/);
  await expect(page.locator('[data-mark="sent"]')).toHaveCount(1);

  const hostile = '<img src=x onerror="document.title=\'run\'"> <script>document.title="run"</script>';
  await say(page, hostile);
  await expect(own(page).last()).toHaveText(hostile);
  await expect(page.locator('[data-words] img, [data-words] script')).toHaveCount(0);
  expect(await page.title()).not.toBe('run');

  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#3a6' } })
    .png()
    .toBuffer();
  await page.setInputFiles('input[type=file]', { name: 'a.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const thumbnail = page.locator('[data-author="member"] img');
  await expect(thumbnail).toHaveAttribute('src', /^\/api\/image\/[0-9A-Z]{16}\/small$/);
  await expect.poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.getByLabel('Search this chat').fill('BANK CARD');
  await expect(own(page)).toHaveText(['How do I withdraw to my bank card?']);
  await page.getByLabel('Search this chat').fill('nothing like it');
  await expect(page.getByRole('heading', { name: 'No message contains this' })).toBeVisible();
  await page.getByLabel('Search this chat').fill('');
  await expect(own(page)).toHaveCount(2);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save this conversation' }).click(),
  ]);
  const transcript = readFileSync(await download.path(), 'utf8');
  expect(transcript).toContain(hostile);
  expect(transcript.indexOf('bank card')).toBeLessThan(transcript.indexOf(hostile));
});

test('messages written without a network wait on the phone, also over a reload, and arrive once and in order', async ({
  page,
  context,
}) => {
  await register(page, '/service');
  await workerControls(page);
  await say(page, 'before');
  await expect(page.locator('[data-mark="sent"]')).toHaveCount(1);
  await context.setOffline(true);
  for (const text of ['one', 'two', 'three']) await say(page, text);
  await expect(page.getByText('Waits for the connection')).toHaveCount(3);
  await page.reload();
  await expect(own(page)).toHaveText(['one', 'two', 'three']);
  await say(page, 'four');
  await context.setOffline(false);
  await expect(page.getByText('Waits for the connection')).toHaveCount(0);
  await expect(own(page)).toHaveText(['before', 'one', 'two', 'three', 'four']);
  await expect(page.locator('[data-mark="sent"]')).toHaveCount(5);
  const log = await (await page.request.get('/api/chat/log')).json();
  const texts = log.info.messages.map(({ text }: { text: string }) => text).filter(Boolean);
  expect(texts.toReversed()).toEqual(['before', 'one', 'two', 'three', 'four']);
});

test('a plan is pinned from its own page, and the chat fits a phone of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await register(page);
  const form = { channel: 'sandbox', amount: '150' };
  const asked = await page.request.post('/api/Finance/recharge', { form, headers: { 'X-Clearlot': '1' } });
  const { id } = (await asked.json()).url;
  await page.goto(`/depositSuccess?deposit=${id}`);
  await page.getByRole('link', { name: 'Ask customer service about this' }).click();
  await expect(page).toHaveURL(new RegExp(`/service\\?about=deposit\\.${id}`));
  await say(page, 'When does it arrive?');
  const pinned = page.locator('[data-author="member"]').getByRole('link', { name: /Deposit/ });
  await expect(pinned).toHaveAttribute('href', `/depositSuccess?deposit=${id}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await pinned.click();
  await expect(page).toHaveURL(new RegExp(`deposit=${id}`));
});
