import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

/** A browser for tests, as Playwright's `launchOptions` take it. */
export interface TestBrowser {
  readonly executablePath: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

const installedPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The browser named by CHROME_PATH, else an installed Chromium or Chrome, else the one that came with the packages. */
export async function findBrowser(paths: readonly string[] = installedPaths): Promise<TestBrowser> {
  const env = ownEnvironment();
  const found = env[foundName];
  if (found !== undefined) {
    const { executablePath, args, more } = JSON.parse(found);
    return { executablePath, args, env: { ...env, ...more } };
  }
  const { executablePath, args, more } = await searchBrowser(paths);
  // The test runner evaluates its settings in every worker: they inherit the result.
  process.env[foundName] = JSON.stringify({ executablePath, args, more });
  return { executablePath, args, env: { ...env, ...more } };
}

interface FoundBrowser {
  readonly executablePath: string;
  readonly args: string[];
  /** Variables beside those of this process. */
  readonly more: Record<string, string>;
}

const foundName = 'TEST_BROWSER_FOUND';

async function searchBrowser(paths: readonly string[]): Promise<FoundBrowser> {
  const named = process.env.CHROME_PATH;
  for (const executablePath of named ? [named] : paths) {
    const browser = { executablePath, args: browserArguments(), more: {} };
    if (existsSync(executablePath) && (await starts(browser))) return browser;
  }
  if (named) throw new Error(`CHROME_PATH is ${named}, and no browser starts there.`);
  return unpackedBrowser();
}

const cacheFolder = resolve(import.meta.dirname, '../../node_modules/.cache/chromium');
const startWithinMs = 30_000;
const parts = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];

/** The headless Chromium of the packages, unpacked once. Libraries that the machine lacks are taken from beside it. */
async function unpackedBrowser(): Promise<FoundBrowser> {
  const executablePath = join(cacheFolder, 'chromium');
  if (!existsSync(executablePath)) await unpack();
  await writeFile(join(cacheFolder, 'fonts', 'fonts.conf'), fontSettings);
  const fonts = { FONTCONFIG_PATH: join(cacheFolder, 'fonts') };
  const libraries = { LD_LIBRARY_PATH: join(cacheFolder, 'al2023', 'lib') };
  for (const more of [fonts, { ...fonts, ...libraries }]) {
    const browser = { executablePath, args: browserArguments(), more };
    if (await starts(browser)) return browser;
  }
  throw new Error(
    'No browser was found for the journeys, and the one among the packages does not start here. Install Chromium.',
  );
}

/** The package's own settings name folders that exist elsewhere: without any font Chromium aborts at the first text. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(cacheFolder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${join(cacheFolder, 'fonts', 'cache')}</cachedir>
</fontconfig>
`;

/** Unpacked into a temporary folder and renamed, so that an incomplete one is never started. */
async function unpack(): Promise<void> {
  const draft = `${cacheFolder}.${process.pid}`;
  await mkdir(draft, { recursive: true });
  const packed = join(dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium'))), 'bin');
  // The package unpacks into the folder for temporary files, wherever that is at the moment.
  const temporary = process.env.TMPDIR;
  process.env.TMPDIR = draft;
  try {
    const { inflate } = await import('@sparticuz/chromium');
    await Promise.all(parts.map((part) => inflate(join(packed, part))));
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
  await rename(draft, cacheFolder).catch(() => rm(draft, { recursive: true, force: true }));
}

/** Pictures are drawn without an emulated graphics card, which takes longer. Chromium's own sandbox does not work for root. */
function browserArguments(): string[] {
  return ['--disable-gpu', '--disable-gpu-rasterization', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
}

function ownEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Texts in fonts that a page does not bring along: they are looked up on the machine. */
const samplePage = '<title>it works</title><meta charset="utf-8"><p>Aa ก 漢 あ';
const sampleAddress = `data:text/html,${encodeURIComponent(samplePage)}`;

/** Whether it can load a page: libraries may be missing. */
async function starts({ executablePath, args, more }: FoundBrowser): Promise<boolean> {
  try {
    const browser = await chromium.launch({
      executablePath,
      args,
      env: { ...ownEnvironment(), ...more },
      timeout: startWithinMs,
    });
    const page = await browser.newPage();
    await page.goto(sampleAddress, { timeout: startWithinMs });
    await page.screenshot({ timeout: startWithinMs });
    const title = await page.title();
    await browser.close();
    return title === 'it works';
  } catch {
    return false;
  }
}
