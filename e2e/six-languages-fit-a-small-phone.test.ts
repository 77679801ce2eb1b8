import { expect, type Locator } from '@playwright/test';
import { languageTags, locales } from '#contract/locale.ts';
import { atRest, callsOf } from './at-rest.ts';
import { cutTexts } from './cut-texts.ts';
import { register } from './member.ts';
import { openInApp } from './open-in-app.ts';
import { recordOverflow } from './overflow-recorder.ts';
import { test } from './test.ts';

const screens = ['/homeTab', '/tab1', '/tab4', '/deposit', '/orders'];

test.use({ viewport: { width: 320, height: 640 } });

for (const locale of locales) {
  test(`every screen fits 320 px in ${locale}, in its own language`, async ({ page }) => {
    const calls = callsOf(page);
    const overflows = await recordOverflow(page);
    await register(page, '/healthz');
    await page.evaluate((chosen) => sessionStorage.setItem('locale', chosen), locale);
    await page.goto('/rule');
    for (const path of screens) {
      await openInApp(page, path);
      await expect(page.locator('html')).toHaveAttribute('lang', languageTags[locale]);
      await atRest(page, calls);
      expect(await cutTexts(page), `${path} in ${locale}`).toEqual([]);
      expect(overflows, `up to ${path} in ${locale}`).toEqual([]);
    }
  });
}

for (const count of [1, 40]) {
  test(`a market of ${count} coins with the longest names fits 320 px`, async ({ page }) => {
    const calls = callsOf(page);
    const overflows = await recordOverflow(page);
    await register(page, '/healthz');
    const coins = Array.from({ length: count }, (_, place) => `WWMWWMWWMW${String(place).padStart(2, '0')}`);
    // What is asked of a coin of this market is answered for one that the server has.
    await page.route('**/api/**', (route) =>
      route.continue({
        url: route
          .request()
          .url()
          .replace(/WWMWWMWWMW\d\d/g, 'ETH'),
      }),
    );
    await page.route('**/api/ajax/allcoin_a/**', async (route) => {
      const response = await route.fetch();
      const { url, ...rest } = await response.json();
      await route.fulfill({ json: { ...rest, url: coins.map((coin) => [coin, ...url[0].slice(1)]) } });
    });
    const listed = async (locator: Locator) => {
      await expect(locator.filter({ hasText: /WWMWWMWWMW\d\d/ })).toHaveCount(count);
    };
    await page.goto('/rule');
    for (const path of ['/homeTab', '/tab1', '/remen', '/blackRock', '/rule']) {
      await openInApp(page, path);
      await atRest(page, calls);
      if (path === '/remen' || path === '/blackRock') await listed(page.locator('main li'));
      if (path === '/tab1') {
        await page
          .getByRole('button', { name: /WWMWWMWWMW00/ })
          .first()
          .click();
        await listed(page.getByRole('dialog').locator('li'));
        expect(await cutTexts(page)).toEqual([]);
        await page.keyboard.press('Escape');
      }
      expect(await cutTexts(page), path).toEqual([]);
      expect(overflows, `up to ${path}`).toEqual([]);
    }
  });
}

test('the language is switched without a reload and kept for the session', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('button', { name: /^Language/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: '繁體中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(await page.evaluate(() => sessionStorage.getItem('locale'))).toBe('tc');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
});
