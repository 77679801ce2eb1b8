import { expect } from '@playwright/test';
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
