import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse, { type Flags, type Result } from 'lighthouse';
import { type Life, liveLife } from '../tools/contact-sheet/life.ts';
import { freePort, openServer } from '../tools/contact-sheet/server.ts';
import { findBrowser } from '../tools/test/browser.ts';
import { median, print } from './report.ts';

/** Largest contentful paint of FreqUI, freqtrade's web app, and of a bare page of React and a router, milliseconds. */
const rivalLcpMs = 4240;
const bareLcpMs = 1200;

const screens = [
  { path: '/login', isVisitor: true, lcpMsMax: 1500 },
  { path: '/homeTab', lcpMsMax: 1500 },
  { path: '/tab1', lcpMsMax: 1800 },
  { path: '/tab4', lcpMsMax: 1800 },
  { path: '/orders', lcpMsMax: 1800 },
  { path: '/wallet', lcpMsMax: 1800 },
] as const satisfies readonly Screen[];

interface Screen {
  readonly path: string;
  /** Seen before signing in. */
  readonly isVisitor?: boolean;
  readonly lcpMsMax: number;
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Categories that load cannot change must be perfect; the others are printed beside their goals. */
const mustBePerfect = categories.filter((category) => category !== 'performance');

const runsDefault = 3;

/**
 * Lighthouse's mobile preset on the built app: six screens, each with an empty cache, as a member with records.
 * `node bench/lighthouse.ts`, `node bench/lighthouse.ts 1 /tab1`.
 */
async function main(words: readonly string[]): Promise<void> {
  const runs = Number(words.find((word) => /^\d+$/.test(word)) ?? runsDefault);
  const chosen: readonly Screen[] = screens.filter(({ path }) => !words.some(isPath) || words.includes(path));
  const dataFolder = mkdtempSync(join(tmpdir(), 'clearlot-lighthouse-'));
  const server = await openServer(dataFolder);
  try {
    const life = await liveLife(server);
    print(`\nLighthouse, mobile, medians of ${runs}: performance, accessibility, best practices, SEO`);
    for (const screen of chosen) await measure(server.address, screen, life, runs);
  } finally {
    await server.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

const isPath = (word: string): boolean => word.startsWith('/');

async function measure(address: string, screen: Screen, life: Life, runs: number): Promise<void> {
  const results: Result[] = [];
  for (let run = 0; run < runs; run += 1) results.push(await audit(address, screen, life));
  const numeric = (id: string): number => median(results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
  const scores = categories.map((category) =>
    Math.round(median(results.map((result) => result.categories[category]?.score ?? 0)) * 100),
  );
  const [lcpMs, shift, blockedMs] = [
    numeric('largest-contentful-paint'),
    numeric('cumulative-layout-shift'),
    numeric('total-blocking-time'),
  ];
  const verdict = lcpMs <= screen.lcpMsMax ? 'met' : 'MISSED';
  print(`  ${screen.path.padEnd(9)} ${scores.join(' ')}   CLS ${shift.toFixed(3)}, TBT ${blockedMs.toFixed(0)} ms`);
  print(
    `            LCP ${(lcpMs / 1000).toFixed(2)} s  goal <= ${screen.lcpMsMax / 1000} s: ${verdict}, ` +
      `${(lcpMs / rivalLcpMs).toFixed(2)}x FreqUI, ${(lcpMs / bareLcpMs).toFixed(2)}x a bare page`,
  );
  const flaws = flawsOf(results);
  for (const flaw of flaws) print(`            ${flaw}`);
  if (flaws.length > 0 || shift > 0) process.exitCode = 1;
}

/** The audits that cost points in a category that must be perfect. */
function flawsOf(results: readonly Result[]): readonly string[] {
  const found = new Set<string>();
  for (const { categories: scored, audits } of results) {
    for (const category of mustBePerfect) {
      for (const { id, weight } of scored[category]?.auditRefs ?? []) {
        const { score, title } = audits[id] ?? {};
        if (weight > 0 && typeof score === 'number' && score < 1) found.add(`${category}: ${id}: ${title}`);
      }
    }
  }
  return [...found];
}

/** Lighthouse's own switches for a machine without a desktop, and without traffic of the browser's own. */
const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function audit(address: string, { path, isVisitor = false }: Screen, life: Life): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), 'clearlot-profile-'));
  const { executablePath, args, env } = await findBrowser();
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    env,
    args: [...args, ...browserArguments, `--remote-debugging-port=${port}`],
    viewport: null,
  });
  try {
    if (!isVisitor) {
      await context.addCookies(life.cookies().map(({ name, value }) => ({ name, value, url: address })));
      await context.addInitScript((username) => sessionStorage.setItem('username', username), life.username);
    }
    const flags: Flags = { port, logLevel: 'error', disableStorageReset: true, onlyCategories: [...categories] };
    const { lhr } = (await lighthouse(address + path, flags)) ?? {};
    if (lhr === undefined || lhr.runtimeError !== undefined) {
      throw new Error(`Lighthouse did not get through ${path}: ${lhr?.runtimeError?.message}`);
    }
    if (new URL(lhr.finalDisplayedUrl).pathname !== path)
      throw new Error(`${path} led away to ${lhr.finalDisplayedUrl}`);
    return lhr;
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
