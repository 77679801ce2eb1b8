import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { type Locale, locales } from '#contract/locale.ts';
import { findBrowser } from '../test/browser.ts';
import { endWithUsage } from '../usage.ts';
import { type Life, liveLife } from './life.ts';
import { type Scene, sceneNames, scenesOf } from './scenes.ts';
import { openServer } from './server.ts';
import { type Shot, sheetOf } from './sheet.ts';
import { type Words, wordsIn } from './words.ts';

const outFolder = resolve(import.meta.dirname, '../../contact-sheet');
const schemes = ['dark', 'light'] as const;
const phone = { width: 390, height: 844 };
const smallPhone = { width: 320, height: 640 };
/** Pages captured in parallel. */
const handsMax = 3;
const sceneWithinMs = 60_000;
/** Aborts after this many failures: the app itself is broken then. */
const failuresMax = 8;
const pageHeightMax = 12_000;
const growthTurnsMax = 4;

interface Order {
  readonly scheme: (typeof schemes)[number];
  readonly locale: Locale;
  readonly viewport: { readonly width: number; readonly height: number };
}

/**
 * Captures every screen in every language, dark and light, as a member with records sees it, into `contact-sheet/`. `npm run
 * contact-sheet`, `-- light`, `-- dark jp zh`, `-- 320 thai`, `-- en tab1 tab4-weight`.
 */
async function main(words: readonly string[]): Promise<void> {
  if (!words.every((word) => knownWords().includes(word)))
    endWithUsage(`npm run contact-sheet -- [${schemes.join('|')}] [${locales.join('|')}] [320] [SCREEN ...]`);
  const orders = ordersOf(words);
  const dataFolder = mkdtempSync(join(tmpdir(), 'clearlot-contact-sheet-'));
  const server = await openServer(dataFolder);
  const browser = await chromium.launch(await findBrowser());
  const failed: string[] = [];
  try {
    process.stderr.write('a member lives a little ...\n');
    const life = await liveLife(server);
    const all = scenesOf(life);
    const wanted = all.filter(({ name }) => words.includes(name));
    const scenes = wanted.length > 0 ? wanted : all;
    for (const order of orders) failed.push(...(await drawOrder(browser, server.address, life, scenes, order)));
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
  for (const line of failed) console.error(line);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

const knownWords = (): readonly string[] => [...schemes, ...locales, '320', ...sceneNames()];

function ordersOf(words: readonly string[]): readonly Order[] {
  const namedLocales = locales.filter((locale) => words.includes(locale));
  const namedSchemes = schemes.filter((scheme) => words.includes(scheme));
  const viewport = words.includes('320') ? smallPhone : phone;
  return (namedLocales.length > 0 ? namedLocales : locales).flatMap((locale) =>
    (namedSchemes.length > 0 ? namedSchemes : schemes).map((scheme) => ({ scheme, locale, viewport })),
  );
}

/** Captures one sheet and its single images; returns the failures. */
async function drawOrder(
  browser: Browser,
  baseURL: string,
  life: Life,
  scenes: readonly Scene[],
  order: Order,
): Promise<readonly string[]> {
  const { scheme, locale, viewport } = order;
  const name = [scheme, locale, ...(viewport === phone ? [] : [viewport.width])].join('-');
  const folder = join(outFolder, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const words = await wordsIn(locale);
  const contexts = {
    member: await openContext(browser, baseURL, order, life),
    visitor: await openContext(browser, baseURL, order, null),
  };
  const queue = [...scenes.entries()];
  const shots: (Shot | undefined)[] = scenes.map(() => undefined);
  const failed: string[] = [];
  const draw = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [place, scene] = next;
      const page = await contexts[scene.isVisitor ? 'visitor' : 'member'].newPage();
      try {
        const png = await shoot(page, scene, words);
        await writeFile(join(folder, `${scene.name}.png`), png);
        shots[place] = { name: scene.name, png };
      } catch (error) {
        if (failed.length >= failuresMax) throw error;
        failed.push(`${name} ${scene.name}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        await page.close();
      }
      process.stderr.write(`\r${name} ${scenes.length - queue.length}/${scenes.length}  `);
    }
  };
  await Promise.all(Array.from({ length: handsMax }, draw));
  await Promise.all(Object.values(contexts).map((context) => context.close()));
  const file = join(outFolder, `${name}.png`);
  await sheetOf(
    shots.filter((shot) => shot !== undefined),
    viewport.width,
    file,
  );
  process.stderr.write('\r');
  console.log(file);
  return failed;
}

async function openContext(
  browser: Browser,
  baseURL: string,
  { scheme, locale, viewport }: Order,
  life: Life | null,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    viewport,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    isMobile: true,
    hasTouch: true,
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(sceneWithinMs);
  if (life !== null) {
    await context.addCookies(life.cookies().map(({ name, value }) => ({ name, value, url: baseURL })));
  }
  await context.addInitScript(
    (kept) => {
      for (const [key, value] of kept) sessionStorage.setItem(key, value);
    },
    [['locale', locale], ...(life === null ? [] : [['username', life.username]])] as [string, string][],
  );
  return context;
}

async function shoot(page: Page, { path, act, isOverlay = false }: Scene, words: Words): Promise<Buffer> {
  await page.goto(path);
  await page.locator('h1').first().waitFor();
  await settled(page);
  await act?.(page, words);
  await settled(page);
  if (!isOverlay) await growToContent(page);
  return page.screenshot({ animations: 'disabled' });
}

/** Resizes the viewport to the page's height, so that fixed elements are at its edges; repeated when late content changes it. */
async function growToContent(page: Page): Promise<void> {
  for (let turn = 0; turn < growthTurnsMax; turn += 1) {
    const size = page.viewportSize();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    if (size === null || height <= size.height) return;
    await page.setViewportSize({ width: size.width, height: Math.min(height, pageHeightMax) });
    await page.evaluate(() => window.scrollTo(0, 0));
    await settled(page);
  }
}

/** Waits until no placeholder is left and everything has been painted. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('[class*="skeleton"], [class*="progress"][class*="_"]:empty:not([role])') === null,
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  });
  await page.waitForTimeout(150);
}

await main(process.argv.slice(2));
