import { expect } from '@playwright/test';
import { type Locale, languageTags, locales } from '#contract/locale.ts';
import { expectAccessible } from './accessible.ts';
import { register } from './member.ts';
import { test } from './test.ts';

/** Per language: a search term for leverage, and one without results. */
const leverage: Readonly<Record<Locale, string>> = {
  en: 'leverage',
  thai: 'เลเวอเรจ',
  vnf: 'đòn bẩy',
  tc: '槓桿',
  zh: '杠杆',
  jp: 'レバレッジ',
};

for (const locale of locales) {
  test(`help is searched and read in ${locale}`, async ({ page }) => {
    await page.addInitScript((chosen) => sessionStorage.setItem('locale', chosen), locale);
    await page.goto('/faq');
    await expect(page.locator('html')).toHaveAttribute('lang', languageTags[locale]);
    const results = page.locator('main li a');
    await expect.poll(() => results.count()).toBeGreaterThan(8);
    await page.locator('search input').fill(leverage[locale]);
    await expect(page.locator('main a[href="/faq?id=what-leverage-does"]')).toBeVisible();
    await page.locator('main a[href="/faq?id=what-leverage-does"]').click();
    await expect(page).toHaveURL(/\/faq\?id=what-leverage-does$/);
    await expect(page.locator('main section h2')).toBeVisible();
    await expect(page.locator('main section')).toHaveText(/^[^{}]{120,}$/s);
  });
}

test('no results, an unknown text and an unknown document say so and link back', async ({ page }) => {
  await page.goto('/faq');
  await page.getByLabel('Search help, rules, terms and notices').fill('<script>alert(1)</script>');
  await expect(page.getByText('Nothing found for “<script>alert(1)</script>”')).toBeVisible();
  for (const id of ['no-such-text', '../../etc', '%3Cimg%20src=x%3E']) {
    await page.goto(`/faq?id=${id}`);
    await expect(page.getByText('This help text does not exist')).toBeVisible();
  }
  await page.getByRole('button', { name: 'All help texts' }).click();
  await expect(page).toHaveURL(/\/faq$/);
  for (const query of ['id=nothing', 'id=terms&version=9999', 'id=terms&version=x']) {
    await page.goto(`/auth?${query}`);
    await expect(page.getByText('This document does not exist')).toBeVisible();
  }
});

test('a member sees which versions of the terms were accepted at registration', async ({ page }) => {
  await page.goto('/auth');
  await expect(page.getByText(/^Published/).first()).toBeVisible();
  await register(page, '/auth');
  await expect(page.getByText(/^Version 4 accepted/)).toBeVisible();
  await expect(page.getByText(/^Version 2 accepted/)).toBeVisible();
  await page.getByText(/^Risk statement/).click();
  await expect(page).toHaveURL(/\/auth\?id=risk$/);
  await expect(page.getByText(/^Version 2 accepted/)).toBeVisible();
});

test('notices are unread until they are opened, and so is the dot at the bell', async ({ page }) => {
  await register(page);
  await expect(page.getByRole('link', { name: 'Notices, some unread' })).toBeVisible();
  await page.getByRole('link', { name: 'Notices, some unread' }).click();
  await expect(page).toHaveURL(/\/Notifications$/);
  await expect(page.getByText('Unread', { exact: true }).first()).toBeVisible();
  const unread = await page.getByText('Unread', { exact: true }).count();
  await page
    .getByRole('button', { name: /Unread/ })
    .first()
    .click();
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(unread - 1);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('Unread', { exact: true })).toHaveCount(0);
  await page.goto('/homeTab');
  await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeVisible();

  await page.goto('/faq');
  await page.getByLabel('Search help, rules, terms and notices').fill('Clearlot is open');
  await page.getByRole('link', { name: /^Clearlot is open/ }).click();
  await expect(page).toHaveURL(/\/Notifications\?id=\w+$/);
  await expect(page.getByRole('button', { name: /^Clearlot is open/ })).toHaveAttribute('aria-expanded', 'true');
});

test('home and help have no serious accessibility finding, dark or light', async ({ page }) => {
  await register(page);
  await page.getByRole('button', { name: 'What does leverage do?' }).click();
  await expect(page.getByRole('button', { name: 'What does leverage do?' })).toHaveAttribute('aria-expanded', 'true');
  await expectAccessible(page, '/homeTab');
  await page.getByRole('button', { name: 'Personal information' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, '/homeTab with the popup');
  for (const path of [
    '/faq',
    '/faq?id=how-plans-settle',
    '/Tips',
    '/rule',
    '/auth',
    '/auth?id=terms',
    '/Notifications',
  ]) {
    await page.goto(path);
    await expect(page.locator('main section').first()).toBeVisible();
    await expectAccessible(page, path);
  }
});
