import { expect, type Page } from '@playwright/test';
import { languageTags, locales } from '#contract/locale.ts';
import { expectAccessible } from './accessible.ts';
import { atRest, callsOf } from './at-rest.ts';
import { placeBets } from './bets.ts';
import { cutTexts } from './cut-texts.ts';
import { deposit, register } from './member.ts';
import { openInApp } from './open-in-app.ts';
import { recordOverflow } from './overflow-recorder.ts';
import { openSlowClockServer, type SlowClockServer } from './slow-clock-server.ts';
import { test } from './test.ts';

let server: SlowClockServer;
const screens = ['/jiaoyizhongxin', '/game', '/haoma', '/myOrderInfo', '/remen', '/fairness', '/tab2'];

test.beforeAll(async () => {
  // A round lasts 25 seconds.
  server = await openSlowClockServer(12);
});
test.afterAll(() => server?.stop());

test('every screen of the rounds fits 320 px in six languages with bets and results on it, and has no serious accessibility finding', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: server.address, viewport: { width: 320, height: 640 } });
  const calls = callsOf(page);
  const overflows = await recordOverflow(page);
  await register(page, '/healthz');
  await deposit(page, '20000');
  const round = await placeBets(page, server, ['big', 'small', 'triple', 'green']);
  await drawEntry(page);
  await page.goto('/game');
  await follow(page);
  await page.goto(`/gameinfo?round=${round}`);
  await expect(page.getByRole('button', { name: 'Replay on this phone' })).toBeEnabled();
  for (const locale of locales) {
    await page.evaluate((chosen) => sessionStorage.setItem('locale', chosen), locale);
    await page.goto('/rule');
    for (const path of [...screens, `/gameinfo?round=${round}`, `/fairness?round=${round}`]) {
      await openInApp(page, path);
      await expect(page.locator('html')).toHaveAttribute('lang', languageTags[locale]);
      await atRest(page, calls);
      if (path === '/game') {
        await fillFollow(page);
        await moveBalance(page, server);
      }
      if (path.startsWith('/gameinfo')) await replay(page);
      expect(await cutTexts(page), `${path} in ${locale}`).toEqual([]);
      expect(overflows, `up to ${path} in ${locale}`).toEqual([]);
      if (process.env.E2E_PICTURES) {
        const name = `${locale}${path.replaceAll(/\W/g, '-')}.png`;
        await page.screenshot({ path: `${process.env.E2E_PICTURES}/${name}`, fullPage: true });
      }
      if (locale === 'en') await expectAccessible(page, path);
    }
  }
});

/** Places a follow that runs on while the screens are looked at. */
async function follow(page: Page): Promise<void> {
  await expect(async () => {
    const listed = await page.request.post('/api/order/thblist', { headers: { 'X-Clearlot': '1' } });
    const round = String((await listed.json()).info[0].id);
    const form = { round, category: 'red', amount: '2', follow: '200', losslimit: '300' };
    const placed = await page.request.post('/api/order/tradeThb', { form, headers: { 'X-Clearlot': '1' } });
    expect(placed.status()).toBe(200);
  }).toPass();
}

/** Draws an entry, so that the draws hub has one to list. */
async function drawEntry(page: Page): Promise<void> {
  const headers = { 'X-Clearlot': '1' };
  const checkedIn = await page.request.get('/api/User/signin', { headers });
  expect(checkedIn.status()).toBe(200);
  const form = { seed: 'c0ffee00'.repeat(4) };
  expect((await page.request.post('/api/draws/seed', { form, headers })).status()).toBe(200);
  // Nothing is drawn before the commitment of the day is published.
  await expect(async () => {
    expect((await page.request.post('/api/User/draws', { form: {}, headers })).status()).toBe(200);
  }).toPass();
}

/** Fills the bet slip, so that its longest texts are there, in any language. */
async function fillFollow(page: Page): Promise<void> {
  const fields = page.locator('main input[inputmode]');
  await fields.first().fill('9999.999999');
  await fields.nth(1).fill('288');
  await expect(fields).toHaveCount(3);
  await fields.nth(2).fill('12345.678901');
}

/** Places another bet elsewhere, and waits until the slip shows the balance that it leaves. */
async function moveBalance(page: Page, server: SlowClockServer): Promise<void> {
  const available = page.locator('main form [data-source="ledger"]').first();
  const before = (await available.textContent()) ?? '';
  await placeBets(page, server, ['small']);
  await expect(available).not.toHaveText(before);
}

async function replay(page: Page): Promise<void> {
  await page.locator('main button:has(+ button)').first().click();
  await expect(page.locator('[data-step="result"]')).toHaveAttribute('data-holds', 'true');
}
