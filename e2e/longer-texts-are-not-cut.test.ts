import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { type Locale, languageTags } from '#contract/locale.ts';
import { openScreens } from '../tools/test/screens.ts';
import { atRest, callsOf } from './at-rest.ts';
import { crowdedTexts } from './crowded-texts.ts';
import { cutTexts } from './cut-texts.ts';
import { deposit, determinePlan, fillPlan, newMember, register } from './member.ts';
import { openInApp } from './open-in-app.ts';
import { recordOverflow } from './overflow-recorder.ts';
import { test } from './test.ts';

/** Screens on which words of another language are longer than any English one. */
const longWords = [
  ['thai', '/practice'],
  ['vnf', '/practice'],
  ['jp', '/tab2'],
  ['jp', '/tab4'],
  ['jp', '/invitation'],
  ['jp', '/rule'],
  ['jp', '/faq'],
] as const;

test.use({ viewport: { width: 320, height: 640 } });

test('texts 40 % longer than English are cut on no screen of 320 px', async ({ page }) => {
  const calls = callsOf(page);
  const overflows = await recordOverflow(page);
  await lengthenTexts(page);
  // The longest account of the widest letters.
  const member = newMember();
  await register(page, '/tab4', { ...member, username: `WMWMWM${member.username.toUpperCase()}`.padEnd(20, 'W') });
  const cut: string[] = [];
  for (const { path } of openScreens()) {
    await openInApp(page, path);
    await atRest(page, calls);
    cut.push(...(await cutTexts(page)).map((text) => `${path} ${text}`));
  }
  await openInApp(page, '/shezhi');
  await expect(page.getByRole('heading').first()).toHaveText(lengthened('Settings'));
  expect(cut).toEqual([]);
  expect(overflows).toEqual([]);
});

test('texts of double size are cut on no screen of 390 px, and lie over no others', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const calls = callsOf(page);
  await register(page, '/healthz');
  // Home and the lists of plans have no row before a plan has settled.
  await deposit(page, '1000');
  await fillPlan(page, '5X', '123');
  await determinePlan(page);
  await page.getByRole('button', { name: 'View History' }).click();
  await expect(page.getByText(/Investment (success|failure)/).first()).toBeVisible();
  // As the browser's own setting does: rem is 32 px, and media queries stay.
  await page.addInitScript(() => {
    const larger = new CSSStyleSheet();
    larger.replaceSync(':root { font-size: 32px }');
    document.adoptedStyleSheets = [larger];
  });
  await page.goto('/tab4');
  await expect(page.locator('body')).toHaveCSS('font-size', '28px');
  const found: string[] = [];
  const look = async (path: string, locale: Locale) => {
    await atRest(page, calls);
    const texts = [...(await cutTexts(page)), ...(await crowdedTexts(page))];
    found.push(...texts.map((text) => `${path} ${locale} ${text}`));
  };
  for (const { path } of openScreens()) {
    await openInApp(page, path);
    await look(path, 'en');
    if (process.env.E2E_PICTURES) {
      await page.screenshot({
        path: `${process.env.E2E_PICTURES}/double${path.replaceAll('/', '-')}.png`,
        fullPage: true,
      });
    }
  }
  // Where the words of other languages are longest.
  for (const [locale, path] of longWords) {
    await page.evaluate((chosen) => sessionStorage.setItem('locale', chosen), locale);
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('lang', languageTags[locale]);
    await look(path, locale);
  }
  expect(found).toEqual([]);
});

test('a text is lengthened by its vowels, and its values stay', () => {
  expect(lengthened('Settings')).toBe('Seettiings');
  expect(lengthened('{age} ago')).toBe('{age} aagoo');
});

/** Serves lengthened texts in place of the English ones. */
async function lengthenTexts(page: Page): Promise<void> {
  await page.route(/\/assets\/en-[^/]+\.js$/, async (route) => {
    const source = await (await route.fetch()).text();
    const folder = mkdtempSync(join(tmpdir(), 'clearlot-texts-'));
    try {
      const file = join(folder, 'en.mjs');
      writeFileSync(file, source);
      const texts: Record<string, unknown> = await import(pathToFileURL(file).href);
      const exported = Object.entries(texts).map(
        ([name, value], place) =>
          `const text${place} = ${JSON.stringify(longer(value))};\nexport { text${place} as ${name} };`,
      );
      await route.fulfill({ contentType: 'text/javascript', body: exported.join('\n') });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

function longer(texts: unknown): unknown {
  if (typeof texts === 'string') return lengthened(texts);
  if (typeof texts !== 'object' || texts === null) return texts;
  return Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, longer(value)]));
}

/** Doubles every vowel: about 40 % longer, in longer words as in German or Vietnamese. */
function lengthened(text: string): string {
  return text.replace(/\{\w+\}|[aeiou]/g, (part) => (part.startsWith('{') ? part : part + part));
}
