import { expect, type Page } from '@playwright/test';
import { en } from '#web/locales/en.ts';
import { enMore } from '#web/locales/en-more.ts';
import { openScreens } from '../tools/test/screens.ts';
import { atRest, callsOf } from './at-rest.ts';
import { deposit, determinePlan, fillPlan, register } from './member.ts';
import { openInApp } from './open-in-app.ts';
import { test } from './test.ts';

/**
 * Elements whose digits need no source: figures, published rules (`data-rule`), the member's input, times, identifiers, images, the
 * screen's title, and names and texts written by people (`data-words`).
 */
const exempt =
  '[data-source], [data-rule], input, textarea, select, time, code, svg, canvas, noscript, h1, [data-words]';

/** Times such as "Nov 21, 14:05", with or without year and seconds, and names that end in a number. */
const momentsAndNames = /\b[A-Z][a-z]{2} \d{1,2},( \d{4},)? \d\d:\d\d(:\d\d)?\b|\b(Trend|Reversion) v1\b/g;

/** Screens with figures of this member or the market: checked only once those are shown. */
const withFigures = [
  '/homeTab',
  '/tab1',
  '/tab4',
  '/wallet',
  '/orders',
  '/deposit',
  '/depositSuccess',
  '/financial',
  '/txmoney',
  '/tixian',
  '/fund',
  '/funds',
  '/blackRock',
  '/profit',
  '/proofs',
];

const drawnFigure = (page: Page) => page.locator('[data-source]:visible').filter({ hasText: /\d/ }).first();

test('no screen shows a number outside a figure that names its source', async ({ page }) => {
  const calls = callsOf(page);
  await register(page, '/healthz');
  await deposit(page, '1000');
  await fillPlan(page, '2X', '100');
  await determinePlan(page);
  await expect(page.getByText('Plan placed')).toBeVisible();
  const found = await bareNumbers(page, '/tab1 after placing');
  for (const { path } of openScreens()) {
    await openInApp(page, path);
    if (withFigures.includes(path)) await expect(drawnFigure(page)).toBeVisible();
    await atRest(page, calls);
    found.push(...(await bareNumbers(page, path)));
  }
  await page.goto('/tab1');
  await page.getByRole('button', { name: /Level 1/ }).click();
  await expect(page.getByRole('dialog').getByText('Level 2')).toBeVisible();
  found.push(...(await bareNumbers(page, '/tab1, levels')));
  await page.goto('/orders');
  await page.getByText('100.00').first().click();
  await expect(page).toHaveURL(/\/ordersDetail/);
  await expect(page.getByText('Verified on this phone')).toBeVisible();
  found.push(...(await bareNumbers(page, '/ordersDetail')));
  expect(found).toEqual([]);
});

test('the source explanation links to the published rules', async ({ page }) => {
  await register(page, '/tab4');
  await page.getByRole('button', { name: /posting/ }).click();
  await page.getByRole('button', { name: /published rules/ }).click();
  await expect(page).toHaveURL(/\/rule$/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('[data-rule]').first()).toBeVisible();
});

test('a number without a source is found, one within a figure, a label or a time is not', async ({ page }) => {
  await page.goto('/login');
  await page.evaluate(() => {
    const place = document.createElement('div');
    place.innerHTML =
      '<p>Balance 12.50</p><p data-source="ledger">12.50</p><time>12:50</time><p>5min</p><p>Clearlot is for people aged 18 or older.</p><p>5 min left</p><p>Since Nov 21, 14:05</p><p>Since Nov 21, 14:05: 7 of them</p>';
    document.body.append(place);
  });
  expect(await bareNumbers(page, '/login')).toEqual([
    '/login: Balance 12.50',
    '/login: 5 min left',
    '/login: Since : 7 of them',
  ]);
});

/** Texts of the catalogue with digits of their own ("5min", "aged 18 or older"), which count as words. */
const wordings = textsIn({ en, enMore })
  .filter((text) => /\d/.test(text))
  .map(
    (text) =>
      `^${text
        .split(/\{\w+\}/)
        .map(escaped)
        .join('\\D*')}$`,
  );

async function bareNumbers(page: Page, where: string): Promise<string[]> {
  const texts = await page.evaluate(
    ({ exempt, wordings, momentsAndNames }) => {
      const without = new RegExp(momentsAndNames, 'g');
      const labels = wordings.map((pattern) => new RegExp(pattern));
      const found = new Set<string>();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const text = (node.textContent ?? '').replaceAll(without, '').trim();
        const element = node.parentElement;
        if (!/\d/.test(text) || element === null || element.closest(exempt) !== null) continue;
        if (labels.some((label) => label.test(text) || label.test((element.textContent ?? '').trim()))) continue;
        found.add(text);
      }
      return [...found];
    },
    { exempt, wordings, momentsAndNames: momentsAndNames.source },
  );
  return texts.map((text) => `${where}: ${text}`);
}

function textsIn(texts: object): string[] {
  return Object.values(texts).flatMap((value) => (typeof value === 'string' ? [value] : textsIn(value)));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
