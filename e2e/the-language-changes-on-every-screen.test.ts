import { expect, type Page } from '@playwright/test';
import { type Locale, languageTags, locales } from '#contract/locale.ts';
import { languages } from '#web/platform/i18n/registry.ts';
import { openScreens } from '../tools/test/screens.ts';
import { leftovers, wordingsOf } from './leftover-texts.ts';
import { register } from './member.ts';
import { openInApp } from './open-in-app.ts';
import { test } from './test.ts';

const others = locales.filter((locale) => locale !== 'en');
const nameOf = (wanted: Locale) => languages.find(({ locale }) => locale === wanted)?.name ?? '';

test('every screen changes its language without a reload, and only the chosen language is fetched', async ({
  page,
}) => {
  const fetched = languagesFetchedBy(page);
  await register(page, '/tab4');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  const english = await wordingsOf('en');
  const used = new Set<Locale>(['en']);
  const found: string[] = [];
  const changesMs: number[] = [];
  for (const [place, { path }] of openScreens().entries()) {
    const locale = others[place % others.length] ?? 'en';
    await openInApp(page, '/yuyanshezhi');
    changesMs.push(await choose(page, locale));
    used.add(locale);
    expect([...fetched].filter((language) => !used.has(language))).toEqual([]);
    await openInApp(page, path);
    // The giving pages have a language of their own, for as long as they are open.
    const shown = ['/singing', '/boosting'].includes(path) ? 'tc' : locale;
    used.add(shown);
    await expect(page.locator('html')).toHaveAttribute('lang', languageTags[shown]);
    await expect(page.locator('[class*="_skeleton_"]'), path).toHaveCount(0);
    found.push(...(await leftovers(page, english, await wordingsOf(shown))).map((text) => `${path} ${shown}: ${text}`));
  }
  expect(found).toEqual([]);
  expect([...used].sort()).toEqual([...locales].sort());
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  expect(await page.evaluate(() => sessionStorage.getItem('locale'))).toBe(await localeShown(page));
  const known = changesMs.slice(others.length).sort((one, other) => one - other);
  process.stdout.write(
    `Changing to a language that is there: median ${known[known.length >> 1]} ms, most ${known.at(-1)} ms, goal 50 ms\n`,
  );
});

test('the last language chosen is the one shown, and one that cannot be loaded changes nothing', async ({ page }) => {
  let isSlow = true;
  await page.route(/\/assets\/thai-.*\.js/, async (route) => {
    if (isSlow) await new Promise((passed) => setTimeout(passed, 1500));
    await route.continue().catch(() => undefined);
  });
  await page.route(/\/assets\/vnf-.*\.js/, (route) => route.abort());
  await page.goto('/login');
  const opener = () => page.locator('header button').last();
  await opener().click();
  const came = page.waitForResponse(/\/assets\/thai-/);
  await page.getByRole('button', { name: nameOf('thai') }).click();
  await page.getByRole('button', { name: nameOf('jp') }).click();
  await came;
  isSlow = false;
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await page.waitForTimeout(300);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await opener().click();
  await page.getByRole('button', { name: nameOf('vnf') }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Clearlot' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  expect(await page.evaluate(() => sessionStorage.getItem('locale'))).toBe('jp');

  // The strings that the other journey searches for are found where they are.
  await page.evaluate(() => document.body.append('identity.signIn'));
  await page.evaluate(() => document.querySelector('h1')?.setAttribute('title', 'Sign in'));
  const found = await leftovers(page, await wordingsOf('en'), await wordingsOf('jp'));
  expect(found).toEqual(['identity.signIn', 'Sign in']);
});

/** Collects the languages whose texts the page requests. */
function languagesFetchedBy(page: Page): ReadonlySet<Locale> {
  const fetched = new Set<Locale>();
  page.on('request', (request) => {
    const name = /\/assets\/(\w+?)(-more)?-[\w-]{8}\.js$/.exec(request.url())?.[1];
    const locale = locales.find((each) => each === name);
    if (locale !== undefined) fetched.add(locale);
  });
  return fetched;
}

/** Changes the language on its screen and returns the milliseconds from the tap to the next frame. */
async function choose(page: Page, locale: Locale): Promise<number> {
  return page.evaluate(
    async ({ name, tag }) => {
      const row = [...document.querySelectorAll('button')].find((button) => button.textContent?.includes(name));
      const began = performance.now();
      row?.click();
      while (document.documentElement.lang !== tag) await new Promise((drawn) => requestAnimationFrame(drawn));
      return Math.round(performance.now() - began);
    },
    { name: nameOf(locale), tag: languageTags[locale] },
  );
}

const localeShown = async (page: Page) => {
  const tag = await page.locator('html').getAttribute('lang');
  return locales.find((locale) => languageTags[locale] === tag);
};
