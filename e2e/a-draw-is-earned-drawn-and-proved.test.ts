import { readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { languageTags, locales } from '#contract/locale.ts';
import { maskName } from '#server/platform/mask-name.ts';
import { expectAccessible } from './accessible.ts';
import { atRest, callsOf } from './at-rest.ts';
import { cutTexts } from './cut-texts.ts';
import { type Member, register } from './member.ts';
import { openSlowClockServer, type SlowClockServer } from './slow-clock-server.ts';
import { test } from './test.ts';
import { downloadTranscript, verifyTranscript } from './transcripts.ts';
import { winningSeed } from './winning-seed.ts';

let server: SlowClockServer;

test.beforeAll(async () => {
  // A minute is an hour: midnight comes 80 seconds after the start.
  server = await openSlowClockServer(60, { settings: { CLOCK_START: '2026-06-03T22:40:00Z' } });
});
test.afterAll(() => server.stop());

async function checkIn(page: Page): Promise<void> {
  const response = await page.request.get('/api/User/signin', { headers: { 'X-Clearlot': '1' } });
  expect(response.status()).toBe(200);
}

/** The proof on a phone of 320 px: verified in English, then in each language. */
async function expectToFit(page: Page): Promise<void> {
  const size = page.viewportSize();
  const calls = callsOf(page);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await cutTexts(page)).toEqual([]);
  for (const locale of [...locales.filter((one) => one !== 'en'), 'en'] as const) {
    await page.evaluate((chosen) => sessionStorage.setItem('locale', chosen), locale);
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', languageTags[locale]);
    await atRest(page, calls);
    expect(await cutTexts(page), locale).toEqual([]);
  }
  if (size !== null) await page.setViewportSize(size);
}

/** Saves an own seed with which the member's next entry, the first of the day, wins the first prize. */
async function saveWinningSeed(page: Page, { username }: Member): Promise<void> {
  const seed = await winningSeed(server, username);
  const row = page.getByRole('button', { name: /Your own seed/ });
  await row.click();
  const sheet = page.getByRole('dialog', { name: 'Your own seed' });
  await sheet.getByRole('textbox').fill(seed);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText(seed);
}

const draws = (page: Page) => page.getByRole('list', { name: 'Your draws' }).getByRole('link');

test('an entry is earned, drawn once on every tab, wins, and is proved on the phone and by the verifier after midnight; a changed one is not accepted', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: server.address, acceptDownloads: true });
  const page = await context.newPage();
  const member = await register(page, '/tab2');
  await expect(page.getByText('You currently have no lottery entries')).toBeVisible();
  await expect(page.getByText('1 in 200,000', { exact: true })).toBeVisible();
  await expect(page.getByText('0.085000 USDT')).toBeVisible();
  await expectAccessible(page, '/tab2');

  await saveWinningSeed(page, member);
  await checkIn(page);
  const other = await context.newPage();
  for (const one of [page, other]) {
    await one.goto('/tab2');
    await expect(one.getByRole('button', { name: 'Draw entry 1' })).toBeVisible();
  }
  // The other tab does not hear of the draw before its own press.
  await other.route('**/api/draws/entries', () => undefined);
  await page.getByRole('button', { name: 'Draw entry 1' }).click();
  await expect(page.getByRole('link', { name: 'Proof' })).toBeVisible();
  await expect(page.getByText('+1,000.00').first()).toBeVisible();
  await expect(draws(page)).toHaveCount(1);
  // The other tab shows an entry that is drawn by now.
  await other.getByRole('button', { name: 'Draw entry 1' }).click();
  await other.unroute('**/api/draws/entries');
  await expect(other.getByText('This entry has been drawn already').first()).toBeVisible();
  await expect(draws(other)).toHaveCount(1);

  await page.getByRole('link', { name: 'Proof' }).click();
  await expect(page).toHaveURL(/\/tab2\?draw=\w+$/);
  await expect(page.getByText(/is revealed after Jun 4, 2026/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verify on this phone' })).toHaveCount(0);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Verify on this phone' })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 180_000 });
  await page.getByRole('button', { name: 'Verify on this phone' }).click();
  await expect(page.getByText('Everything matches, computed on this phone')).toBeVisible();
  await expect(page.locator('[data-step="kept"]')).toHaveAttribute('data-holds', 'true');
  await expectAccessible(page, '/tab2');
  await expectToFit(page);

  expect(verifyTranscript(await downloadTranscript(page))).toMatchObject({ status: 0 });

  // A server that answers with another number than it drew, in both places that it could.
  await page.route('**/api/api/dlog*', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.url.draw.number = (body.url.draw.number + 1) % 1_000_000;
    body.url.transcript.entries[0].number = body.url.draw.number;
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Verify on this phone' }).click();
  await expect(page.getByText('It does not match')).toBeVisible();
  await expect(page.locator('[data-step="entries"]')).toHaveAttribute('data-holds', 'false');
  await expect(page.locator('[data-step="kept"]')).toHaveAttribute('data-holds', 'false');
  await expect(page.locator('[data-step="seed"]')).toHaveAttribute('data-holds', 'true');
});

test('a day of rounds is recomputed on the phone and by the verifier; one changed seed is found by both', async ({
  page,
}) => {
  await page.goto(new URL('/fairness', server.address).href);
  const day = page.getByRole('group').filter({ hasText: '2026-06-03 UTC' });
  const recompute = day.getByRole('button', { name: 'Recompute the day on this phone' });
  // The seeds of a day are revealed after its last round.
  await expect(async () => {
    await page.reload();
    await day.locator('summary').click();
    await expect(recompute).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 180_000 });
  await recompute.click();
  await expect(day.getByText('Same result, to the last digit')).toBeVisible();
  const counts = day.getByText(/^\d+ rounds drawn, \d+ void$/);
  await expect(counts).toBeVisible();
  // No bet was placed on this phone, which would have kept the tip.
  await expect(day.getByText(/^This phone keeps no tip of this day/)).toBeVisible();
  await expectAccessible(page, '/fairness');

  const path = await downloadTranscript(page, day);
  // All matches; candles of the rounds were compared with nothing.
  expect(verifyTranscript(path)).toMatchObject({ status: 3 });
  const transcript = JSON.parse(readFileSync(path, 'utf8'));
  const { rounds }: { rounds: readonly { readonly status: 'paid' | 'void' }[] } = transcript;
  // A busy machine closes a round after its beacon was public now and then, and the round is void.
  const drawn = rounds.filter(({ status }) => status === 'paid').length;
  expect(drawn).toBeGreaterThan(0);
  expect(rounds.length).toBeGreaterThanOrEqual(12);
  await expect(counts).toHaveText(`${drawn} rounds drawn, ${rounds.length - drawn} void`);
  transcript.rounds[3].seed = 'ab'.repeat(32);
  writeFileSync(path, JSON.stringify(transcript));
  expect(verifyTranscript(path)).toMatchObject({ status: 1, stderr: expect.stringContaining('seed') });

  await page.route('**/api/rounds/day/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), url: transcript } });
  });
  await recompute.click();
  await expect(day.getByText('The transcript does not match')).toBeVisible();
});

test('an own seed is made on the phone, replaced by one of choice, and a wrong one keeps what was typed', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: server.address });
  await register(page, '/tab2');
  const row = page.getByRole('button', { name: /Your own seed/ });
  await expect(row).toContainText('Your phone makes it with your first draw');
  await row.click();
  const sheet = page.getByRole('dialog', { name: 'Your own seed' });
  await sheet.getByRole('button', { name: 'Make a new one' }).click();
  await expect(page.getByText('Your own seed is saved').first()).toBeVisible();
  await expect(row).toContainText(/[0-9a-f]{32}/);
  await row.click();
  await sheet.getByRole('textbox').fill('not a seed');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your own seed has 32 characters from 0-9 and a-f').first()).toBeVisible();
  await expect(sheet.getByRole('textbox')).toHaveValue('not a seed');
  const own = 'c0ffee00'.repeat(4);
  await sheet.getByRole('textbox').fill(own);
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText(own);
});

test('with motion a win is revealed in less than two seconds, without it at once; a closed draw and a lost connection say so', async ({
  browser,
}) => {
  const watching = await browser.newPage({ baseURL: server.address });
  await register(watching, '/tab2');
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const context = await browser.newContext({ baseURL: server.address, reducedMotion });
    const page = await context.newPage();
    const member = await register(page, '/tab2');
    await saveWinningSeed(page, member);
    await checkIn(page);
    await page.goto('/tab2');
    await page.getByRole('button', { name: 'Draw entry 1' }).click();
    await expect(page.getByText('+1,000.00').first()).toBeVisible();
    const longestMs = await page.evaluate(() =>
      Math.max(
        0,
        ...document.getAnimations().map(({ effect }) => {
          const { duration, delay = 0 } = effect?.getTiming() ?? {};
          return typeof duration === 'number' ? duration + delay : 0;
        }),
      ),
    );
    if (reducedMotion === 'reduce') expect(longestMs).toBeLessThan(50);
    else expect(longestMs).toBeGreaterThan(500);
    expect(longestMs).toBeLessThan(2_000);

    // Another member's open page gets no event of it: it polls.
    const winner = maskName(member.username);
    await expect(watching.getByRole('list', { name: 'Latest winners' })).toContainText(winner);

    await page.route('**/api/draws/entries', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.url.isOpen = false;
      await route.fulfill({ response, json: body });
    });
    await page.goto('/tab2');
    await expect(page.getByText('The draw is closed', { exact: true })).toBeVisible();
    await expect(page.getByRole('list', { name: 'Latest winners' })).toContainText(winner);
    await page.unrouteAll({ behavior: 'wait' });
    await page.route('**/api/draws/entries', (route) => route.abort());
    await page.goto('/tab2');
    await expect(page.getByRole('button', { name: /again/i }).first()).toBeVisible();
    await context.close();
  }
});
