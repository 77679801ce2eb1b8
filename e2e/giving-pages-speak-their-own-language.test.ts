import { expect, type Page } from '@playwright/test';
import { type Locale, languageTags, locales } from '#contract/locale.ts';
import { expectAccessible } from './accessible.ts';
import { atRest, callsOf } from './at-rest.ts';
import { cutTexts } from './cut-texts.ts';
import { register } from './member.ts';
import { openInApp } from './open-in-app.ts';
import { recordOverflow } from './overflow-recorder.ts';
import { test } from './test.ts';

test.use({ viewport: { width: 320, height: 640 } });

const nothingToDonate = {
  zh: '没有可捐赠的数额',
  tc: '沒有可捐贈的數額',
  en: 'There is no amount to donate',
  jp: '寄付できるポイントがありません',
} as const satisfies Partial<Record<Locale, string>>;

const thai = /[\u0e00-\u0e7f]/;

/** Everything that the page says, to eyes and to screen readers. */
const saidBy = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.body.textContent,
      ...[...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) => [
        element.getAttribute('aria-label') ?? '',
        element.getAttribute('title') ?? '',
      ]),
    ].join('\n'),
  );

for (const [locale, refusal] of Object.entries(nothingToDonate) as [keyof typeof nothingToDonate, string][]) {
  test(`in ${locale} both giving pages fit 320 px and say nothing in the member’s Thai, refusals and failures included`, async ({
    page,
  }) => {
    const calls = callsOf(page);
    const overflows = await recordOverflow(page);
    await register(page, '/healthz');
    await page.evaluate((chosen) => {
      sessionStorage.setItem('locale', 'thai');
      sessionStorage.setItem('givingLocale', chosen);
    }, locale);
    await page.goto('/wallet');
    for (const path of ['/singing', '/boosting']) {
      await openInApp(page, path);
      await atRest(page, calls);
      await expect(page.locator('html')).toHaveAttribute('lang', languageTags[locale]);
      expect(await cutTexts(page), `${path} in ${locale}`).toEqual([]);
      expect(await saidBy(page)).not.toMatch(thai);
    }
    // The server's own words.
    const result = page.getByRole('dialog');
    await expect(async () => {
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click({ timeout: 5_000 });
      await expect(result).toContainText(refusal, { timeout: 5_000 });
    }).toPass();
    await result.getByRole('button').first().click();
    // Those of the app, where the server cannot be reached.
    await page.route('**/api/**', (route) => route.abort());
    await openInApp(page, '/singing');
    await expect(async () => {
      await page.getByRole('main').getByRole('listitem').getByRole('button').first().click({ timeout: 5_000 });
      await expect(result).toBeVisible({ timeout: 5_000 });
    }).toPass();
    expect(await saidBy(page)).not.toMatch(thai);
    await page.unrouteAll();
    // And leaving it, everything is as the member speaks again.
    await openInApp(page, '/wallet');
    await expect(page.locator('html')).toHaveAttribute('lang', 'th');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(thai);
    expect(await page.evaluate(() => sessionStorage.getItem('locale'))).toBe('thai');
    expect(await page.evaluate(() => document.cookie)).toContain('locale=thai');
    expect(overflows).toEqual([]);
  });
}

test('the giving pages lead to each other, and the wallet and the help to both', async ({ page }) => {
  await register(page, '/wallet');
  const main = page.getByRole('main');
  await main.getByRole('link', { name: /^Boosting: giving/ }).click();
  await expect(page).toHaveURL(/\/boosting$/);
  await main.getByRole('link', { name: '新加坡彩票：捐贈' }).click();
  await expect(page).toHaveURL(/\/singing$/);
  await main.getByRole('link', { name: '助力：捐贈' }).click();
  await expect(page).toHaveURL(/\/boosting$/);
  await openInApp(page, '/faq?id=check-in-and-giving');
  await main.getByRole('link', { name: 'To the boosting page' }).click();
  await expect(page).toHaveURL(/\/boosting$/);
});

test('the giving pages and the check-in can be used by everybody', async ({ page }) => {
  await register(page, '/singing');
  const calls = callsOf(page);
  for (const path of ['/singing', '/boosting']) {
    await openInApp(page, path);
    await atRest(page, calls);
    await expectAccessible(page, path);
  }
  await openInApp(page, '/homeTab');
  await page.getByRole('button', { name: 'Daily check-in' }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').nth(6)).toBeVisible();
  await expectAccessible(page, 'check-in');
});

for (const locale of locales) {
  test(`the red envelope, the invitation and its landing page fit 320 px in ${locale}`, async ({ page }) => {
    const calls = callsOf(page);
    const overflows = await recordOverflow(page);
    await register(page, '/healthz');
    await page.evaluate((chosen) => sessionStorage.setItem('locale', chosen), locale);
    await page.goto('/hongbao');
    for (const path of ['/hongbao', '/invitation', '/Invite?code=CLEARLOT', '/Invite?code=ZZZZ9999']) {
      await openInApp(page, path);
      await atRest(page, calls);
      expect(await cutTexts(page), `${path} in ${locale}`).toEqual([]);
    }
    expect(overflows, locale).toEqual([]);
  });
}
