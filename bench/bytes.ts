import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { modulesOf as importedBy } from '#web/prerender/bundle-files.ts';
import { routeOf, routes } from '#web/routes.ts';
import { figure, print } from './report.ts';

/** First JavaScript of FreqUI, freqtrade's web app, gzip. */
const rivalKilobytes = 399;
const dist = resolve(import.meta.dirname, '../web/dist');

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** What every page loads. */
const shell = ['boot.ts', 'main.tsx', 'locales/en.ts'] as const;

/** Pages by their address, with the goal where there is one. */
const pages = [
  { path: '/login', goalKilobytes: 130 },
  { path: '/homeTab', goalKilobytes: undefined },
  { path: '/tab1', goalKilobytes: 190 },
  { path: '/tab4', goalKilobytes: undefined },
] as const;

/** Pages counted beyond what every page loads; the code that checks a beacon's signature is loaded by a verification alone. */
const pagesBeyondShell = [{ path: '/game', goalKilobytes: 40 }] as const;

const locales = ['en', 'thai', 'vnf', 'tc', 'zh', 'jp'] as const;
const localeGoalKilobytes = 12;

await main();

/** JavaScript that a first visit to each page asks for, one language included, as the built manifest has it. */
async function main(): Promise<void> {
  const manifest: Readonly<Record<string, Chunk>> = JSON.parse(
    await readFile(join(dist, '.vite/manifest.json'), 'utf8'),
  );
  print('\nFirst JavaScript of a page, kB gzip, the English texts included');
  for (const { path, goalKilobytes } of pages) {
    const files = filesOf(manifest, [...shell, ...modulesOf(path)]);
    const kilobytes = await sum(files);
    figure(path, kilobytes, 'kB', goalKilobytes === undefined ? undefined : { atMost: goalKilobytes });
    const ofGoal = goalKilobytes === undefined ? '' : `${(kilobytes / goalKilobytes).toFixed(2)}x the goal, `;
    print(
      `    ${files.size} files, ${ofGoal}${(kilobytes / rivalKilobytes).toFixed(2)}x FreqUI's ${rivalKilobytes} kB`,
    );
  }
  print('\nJavaScript of a page beyond what every page loads, its texts apart, kB gzip');
  const ofEvery = routes.map(({ path }) => filesOf(manifest, [...shell, ...modulesOf(path)]));
  for (const { path, goalKilobytes } of pagesBeyondShell) {
    const files = [...filesOf(manifest, modulesOf(path))].filter((file) => !ofEvery.every((one) => one.has(file)));
    figure(path, await sum(new Set(files)), 'kB', { atMost: goalKilobytes });
  }
  print('\nTexts of a language, kB gzip');
  for (const locale of locales) {
    const { file } = chunkOf(manifest, `locales/${locale}.ts`);
    figure(locale, await sum(new Set([file])), 'kB', { atMost: localeGoalKilobytes });
  }
}

function modulesOf(path: string): readonly string[] {
  const route = routeOf(path);
  if (route === undefined) throw new Error(`there is no page at ${path}`);
  return importedBy(route);
}

function filesOf(manifest: Readonly<Record<string, Chunk>>, modules: readonly string[]): Set<string> {
  const files = new Set<string>();
  const add = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const name of chunk.imports ?? []) add(manifest[name]);
  };
  for (const module of modules) add(chunkOf(manifest, module));
  return files;
}

/** The entry script, which every page loads, has no module name in the manifest. */
function chunkOf(manifest: Readonly<Record<string, Chunk>>, module: string): Chunk {
  const first = Object.keys(manifest).find((name) => name === 'index.html' || name.startsWith('_boot-'));
  const chunk = manifest[module === 'boot.ts' && first !== undefined ? first : module];
  if (chunk === undefined) throw new Error(`web/dist has no ${module}: run npm run build`);
  return chunk;
}

async function sum(files: ReadonlySet<string>): Promise<number> {
  const contents = await Promise.all([...files].map((file) => readFile(join(dist, file))));
  return contents.reduce((bytes, content) => bytes + gzipSync(content, { level: 9 }).length, 0) / 1000;
}
