import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { deposit, register } from './member.ts';
import { openSlowClockServer, type SlowClockServer } from './slow-clock-server.ts';
import { test } from './test.ts';
import { downloadTranscript, verifyTranscript } from './transcripts.ts';

let server: SlowClockServer;

test.beforeAll(async () => {
  // A round lasts 25 seconds.
  server = await openSlowClockServer(12);
});
test.afterAll(() => server.stop());

test('a bet and a follow are confirmed with their odds, the rest is cancelled, and the round is replayed on the phone', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: server.address });
  await register(page, '/healthz');
  await deposit(page, '1000');
  await page.goto('/game');
  await expect(page.getByText('the expected gain is never above zero')).toBeVisible();
  await page.getByRole('button', { name: /^Odd/ }).click();
  await page.getByLabel('Stake per round').fill('5');
  await page.getByLabel('Rounds in all').fill('6');
  await expect(page.getByText('−0.000500')).toBeVisible();
  await expectAccessible(page, '/game');
  await confirmBet(page, 'Confirm the documentary?', 'Confirm the follow');

  await expect(page).toHaveURL(/\/myOrderInfo$/);
  await expect(page.getByText(/[1-5] of 6 rounds/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel the remaining rounds' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  await expectAccessible(page, '/myOrderInfo');

  const bets = page.getByRole('list', { name: 'My bets' }).getByRole('link', { name: /Round/ });
  await expect(bets.first()).toContainText(/Won|Lost|Returned/);
  await bets.last().click();
  await expect(page).toHaveURL(/\/gameinfo\?round=\d+$/);
  await page.getByRole('button', { name: 'Replay on this phone' }).click();
  await expect(page.getByText('Same result, to the last digit')).toBeVisible();
  await page.getByRole('button', { name: 'Is this bet in the root?' }).click();
  await expect(page.getByText('Included: its path leads to the published root')).toBeVisible();
  await expectAccessible(page, '/gameinfo');
  await expect(page.getByRole('link', { name: 'Ask customer service about this' }).first()).toBeVisible();

  // The address alone is a page as well.
  await page.goto('/gameinfo');
  await expect(page.getByRole('button', { name: 'Replay on this phone' })).toBeVisible();
});

test('a transcript that was tampered with is not accepted, and names the step', async ({ browser }) => {
  const page = await browser.newPage({ baseURL: server.address });
  await page.route('**/api/rounds/transcript/*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.url.seed = 'ab'.repeat(32);
    await route.fulfill({ response, json: body });
  });
  // Without an account.
  await page.goto('/fairness');
  await page.getByRole('list', { name: 'Revealed seeds' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/fairness\?round=\d+$/);
  await page.getByRole('button', { name: 'Replay on this phone' }).click();
  await expect(page.getByText('The transcript does not match')).toBeVisible();
  await expect(page.locator('[data-step="seed"]')).toHaveAttribute('data-holds', 'false');
  await expect(page.locator('[data-step="closing"]')).toHaveAttribute('data-holds', 'true');
});

test('a transcript is verified without the server, and a malformed one says in which field on the page and at the command line', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: server.address });
  await page.goto('/fairness');
  await page.getByRole('list', { name: 'Revealed seeds' }).getByRole('link').first().click();
  const path = await downloadTranscript(page);
  // All matches; candles of the round were compared with nothing.
  expect(verifyTranscript(path)).toMatchObject({ status: 3 });

  const transcript = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...transcript, seed: 'ab'.repeat(32) }));
  expect(verifyTranscript(path)).toMatchObject({ status: 1, stderr: expect.stringContaining('seed: ') });
  transcript.closing.orders.big.count = 'many';
  writeFileSync(path, JSON.stringify(transcript));
  expect(verifyTranscript(path)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('closing.orders.big.count'),
  });

  await page.route('**/api/rounds/transcript/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), url: transcript } });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Replay on this phone' }).click();
  await expect(page.getByText('The transcript is malformed at closing.orders.big.count')).toBeVisible();
});

/** Opens the sheet while the round takes bets, and places what it shows. */
async function confirmBet(page: Page, title: string, button: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: title });
  const place = sheet.getByRole('button', { name: button });
  await expect(async () => {
    if (await sheet.isHidden()) await page.getByRole('button', { name: 'Review the bet' }).click();
    await expect(sheet.getByRole('timer')).toBeVisible();
    // The sheet keeps the round that it was opened for.
    if (await place.isDisabled()) {
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      throw new Error('the round takes no more bets');
    }
    await place.click({ timeout: 10_000 });
  }).toPass();
}
