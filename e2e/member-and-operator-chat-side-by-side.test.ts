import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { section, signedInDesk } from './desk.ts';
import { register } from './member.ts';
import { test } from './test.ts';

/** What a camera leaves in a file, and no other side may get. */
const hidden = 'taken-at-home-17';

/** A picture of one colour, as a camera writes it. */
async function photo(color: { r: number; g: number; b: number }) {
  const file = sharp({ create: { width: 320, height: 200, channels: 3, background: color } });
  const buffer = await file
    .withExif({ IFD0: { Copyright: hidden } })
    .jpeg()
    .toBuffer();
  expect(buffer.includes(hidden)).toBe(true);
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

const say = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
};

const messagesOf = (page: Page, author: 'member' | 'operator'): Locator => page.locator(`[data-author="${author}"]`);

/** Looks at a picture as it was drawn, and at the file it came in: redrawn by the server, in its colour, without what the camera wrote. */
async function expectRedrawn(page: Page, picture: Locator, color: { r: number; g: number; b: number }): Promise<void> {
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const response = await page.request.get((await picture.getAttribute('src')) ?? '');
  expect([response.status(), response.headers()['content-type']]).toEqual([200, 'image/webp']);
  const bytes = await response.body();
  const { format, exif } = await sharp(bytes).metadata();
  expect([format, exif, bytes.includes(hidden)]).toEqual(['webp', undefined, false]);
  const { channels } = await sharp(bytes).stats();
  for (const [place, wanted] of [color.r, color.g, color.b].entries()) {
    expect(Math.abs((channels[place]?.mean ?? -1000) - wanted)).toBeLessThan(12);
  }
}

test('a conversation from both sides: each follows the other without a reload, with pictures and a pinned deposit, to its rating and its file', async ({
  page,
  browser,
}) => {
  await register(page, '/service');
  const number: string = (await (await page.request.get('/api/api/wallet')).json()).url.userid;
  const desk = await signedInDesk(browser, 'gina');
  await section(desk, 'Inbox').click();
  const queue = desk.getByRole('region', { name: 'Conversations' });
  const row = queue.getByRole('row').filter({ hasText: number });
  await expect(desk.getByRole('button', { name: 'Waiting' })).toHaveAttribute('aria-pressed', 'true');
  await expect(row).toHaveCount(0);

  await say(page, 'Where is my deposit?');
  await expect(row).toBeVisible();
  await say(page, 'I have sent it this morning');
  await expect(row).toContainText('I have sent it this morning');
  await expect(page.locator('[data-mark="sent"]')).toHaveCount(2);

  // Read, taken and answered.
  await row.getByRole('link', { name: number }).click();
  await expect(messagesOf(desk, 'member')).toContainText(['Where is my deposit?', 'I have sent it this morning']);
  await expect(page.locator('[data-mark="seen"]')).toHaveCount(2);
  await desk.getByRole('button', { name: 'Take it' }).click();
  await expect(desk.getByLabel('Assigned to')).toHaveValue('gina');
  const answer = async (text: string): Promise<void> => {
    await desk.getByLabel('Answer', { exact: true }).fill(text);
    await desk.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(desk.getByLabel('Answer', { exact: true })).toHaveValue('');
  };
  await answer('Send me a picture of the receipt, please');
  await expect(messagesOf(page, 'operator')).toContainText(['Send me a picture of the receipt, please']);
  await expect(page.locator('[data-mark="answered"]')).toHaveCount(2);

  // A picture each way.
  const [green, orange] = [
    { r: 40, g: 160, b: 90 },
    { r: 230, g: 120, b: 20 },
  ];
  await desk.locator('form input[type=file]').setInputFiles(await photo(green));
  const sent = messagesOf(page, 'operator').locator('img');
  await expect(sent).toHaveAttribute('src', /^\/api\/image\/[0-9A-Z]{16}\/small$/);
  await expectRedrawn(page, sent, green);
  await page.setInputFiles('input[type=file]', await photo(orange));
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const received = messagesOf(desk, 'member').locator('img');
  await received.scrollIntoViewIfNeeded();
  await expectRedrawn(desk, received, orange);
  // What an operator reads of a member's chat, a member does not reach.
  const address = (await received.getAttribute('src')) ?? '';
  expect((await page.request.get(address)).ok()).toBe(false);

  // A deposit, pinned from its own page and opened by both.
  const form = { channel: 'sandbox', amount: '150' };
  const asked = await page.request.post('/api/Finance/recharge', { form, headers: { 'X-Clearlot': '1' } });
  const { id } = (await asked.json()).url;
  await page.goto(`/depositSuccess?deposit=${id}`);
  await page.getByRole('link', { name: 'Ask customer service about this' }).click();
  await say(page, 'This one');
  const pin = messagesOf(desk, 'member')
    .last()
    .getByRole('button', { name: `Deposit ${id.slice(0, 8)}` });
  await pin.click();
  const facts = messagesOf(desk, 'member').last().locator('dl');
  await expect(facts).toContainText(id);
  await expect(facts).toContainText('150.00 USDT');
  await messagesOf(page, 'member')
    .last()
    .getByRole('link', { name: /Deposit/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/depositSuccess\\?deposit=${id}$`));
  await expect(page.getByText('Credited to your available quota')).toBeVisible();

  // An answer that comes after the chat was read, and before the stream is open.
  let openStream = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => {
    openStream = resolve;
  });
  await page.route('**/api/stream*', async (route) => {
    await isHeld;
    await route.continue();
  });
  await page.goto('/service');
  await expect(messagesOf(page, 'member').last()).toContainText('This one');
  await answer('It has arrived.');
  openStream();
  await expect(messagesOf(page, 'operator').last()).toContainText('It has arrived.');

  // The end, and its rating.
  await desk.getByRole('button', { name: 'Close the conversation' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Close the conversation' }).click();
  await expect(desk.getByText('This conversation is closed.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This conversation has ended' })).toBeVisible();
  await page.getByRole('button', { name: '4 of 5 stars' }).click();
  await expect(page.getByText('You gave it 4 of 5 stars.')).toBeVisible();
  // The operator sees the rating where the conversation ended, in the queue, and among those that are measured.
  await expect(desk.locator('[data-end="1"]')).toContainText('Rating: 4 of 5');
  await desk.getByRole('button', { name: 'Closed' }).click();
  await expect(row).toContainText('4 of 5');
  await desk.reload();
  const measured = desk
    .locator('section')
    .filter({ has: desk.getByRole('heading', { name: 'Measured over the last 30 days' }) });
  await expect(measured.locator('dt', { hasText: '4 of 5' }).locator('+ dd')).toHaveText(/^[1-9]\d* · \d+%$/);

  // The next message opens another conversation, which the open console shows.
  await say(page, 'Thank you');
  await expect(messagesOf(desk, 'member').last()).toContainText('Thank you');
  await expect(desk.getByLabel('Answer', { exact: true })).toBeVisible();

  // The file of the one before has that one alone.
  const files = page.getByRole('button', { name: 'Save this conversation' });
  await expect(files).toHaveCount(2);
  const [download] = await Promise.all([page.waitForEvent('download'), files.first().click()]);
  const transcript = readFileSync(await download.path(), 'utf8');
  const image = /([0-9A-Z]{16})$/.exec(address)?.[1];
  const inOrder = [
    'Where is my deposit?',
    'I have sent it this morning',
    'Send me a picture of the receipt, please',
    `[Image ${image}]`,
    'This one',
    `[Deposit ${id}]`,
    'It has arrived.',
  ].map((words) => transcript.indexOf(words));
  expect(inOrder).not.toContain(-1);
  expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));
  expect(transcript).not.toContain('gina');
  expect(transcript).not.toContain('Thank you');
  await desk.context().close();
});
