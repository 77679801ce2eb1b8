import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { type Locale, locales } from '#contract/locale.ts';
import { findBrowser } from '../test/browser.ts';
import { openScreens } from '../test/screens.ts';
import { startServer } from './server.ts';

const outFolder = resolve(import.meta.dirname, '../../test-results/contact-sheet');
const phone = { width: 390, height: 844 };
const columns = 8;
const thumbnailWidth = 260;

interface Shot {
  readonly path: string;
  readonly png: Buffer;
}

/** Draws every open screen in every language: `npm run contact-sheet`, `-- light`, `-- dark jp zh`. */
async function main(words: readonly string[]): Promise<void> {
  const colorScheme = words.includes('light') ? 'light' : 'dark';
  const named = locales.filter((locale) => words.includes(locale));
  const dataFolder = mkdtempSync(join(tmpdir(), 'clearlot-contact-sheet-'));
  const server = await startServer(dataFolder);
  const browser = await chromium.launch(await findBrowser());
  try {
    await mkdir(outFolder, { recursive: true });
    const context = await browser.newContext({
      baseURL: server.address,
      viewport: phone,
      colorScheme,
      reducedMotion: 'reduce',
      isMobile: true,
      hasTouch: true,
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    await register(page, server.verifyCode);
    for (const locale of named.length > 0 ? named : locales) {
      const file = join(outFolder, `${colorScheme}-${locale}.png`);
      await writeFile(file, await sheet(browser, await shots(page, locale)));
      console.log(file);
    }
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

async function shots(page: Page, locale: Locale): Promise<Shot[]> {
  await page.evaluate((chosen) => sessionStorage.setItem('locale', chosen), locale);
  const taken: Shot[] = [];
  for (const { path } of openScreens()) {
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle', { timeout: 2500 }).catch(() => undefined);
    taken.push({ path, png: await page.screenshot() });
    process.stderr.write(`\r${locale} ${taken.length} ${path}        `);
  }
  process.stderr.write('\n');
  return taken;
}

/** All pictures on one, drawn by the browser that took them. */
async function sheet(browser: Browser, taken: readonly Shot[]): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: columns * (thumbnailWidth + 12) + 12, height: 800 } });
  const figures = taken.map(
    ({ path, png }) =>
      `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption>${path}</figcaption></figure>`,
  );
  await page.setContent(`<style>
    body { margin: 12px; display: grid; grid-template-columns: repeat(${columns}, ${thumbnailWidth}px); gap: 12px; background: #777; font: 13px sans-serif }
    figure { margin: 0 } img { width: 100%; display: block } figcaption { padding: 4px; color: #fff }
  </style>${figures.join('')}`);
  const png = await page.screenshot({ fullPage: true });
  await page.close();
  return png;
}

async function register(page: Page, verifyCode: string): Promise<void> {
  await page.goto('/registe');
  await page.getByLabel('Account', { exact: true }).fill(`sheet${Date.now().toString(36)}`);
  await page.getByLabel('Password', { exact: true }).fill('Passw0rd1');
  await page.getByLabel('Confirm password').fill('Passw0rd1');
  await page.getByRole('button', { name: 'Use CLEARLOT' }).click();
  await page.getByLabel('Verification code', { exact: true }).fill(verifyCode);
  await page.getByLabel('I am over 18 years old').check();
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Open the account' }).click();
  await page.waitForURL(/\/homeTab$/);
}

await main(process.argv.slice(2));
