import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { type BuildOptions, build, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { locales } from '#contract/locale.ts';
import type { DrawnScreen } from '../first-screen/draw.tsx';
import { askedPages, type RouteModule, routeModules } from './asked-ahead.ts';
import { fontFile, neededBy } from './bundle-files.ts';
import { insideBrowser } from './no-browser.ts';
import { withoutStyleAttributes } from './style-attributes.ts';

/** The screens that are opened first, and most. */
const firstPaths: readonly string[] = ['/login', '/registe', '/homeTab', '/tab1', '/tab4', '/orders', '/wallet'];

const hasFirstScreen = (path: string): boolean => firstPaths.includes(path);

/** What the screens are built with beside what is theirs: the same names for the same files as in the browser. */
export type SharedOptions = Pick<UserConfig, 'define'> & Pick<BuildOptions, 'assetsInlineLimit' | 'target'>;

type Draw = typeof import('../first-screen/draw.tsx').drawScreen;

/**
 * Draws the screens that are opened first into pages of their own, one for each language, and writes down for the server which
 * page belongs to which address and which of its inline parts may run (`pages.json`).
 */
export function firstScreens(shared: SharedOptions): Plugin {
  const folder = join(import.meta.dirname, '..');
  return {
    name: 'first-screens',
    apply: 'build',
    writeBundle: {
      sequential: true,
      async handler({ dir = '' }, bundle) {
        const routes = await routeModules(folder);
        const pages = askedPages(bundle, routes, hasFirstScreen);
        const template = await openTemplate(folder, dir, bundle, shared);
        const inline: Record<string, InlineHashes> = {};
        const write = async (file: string, html: string) => {
          inline[file] = inlineHashes(html);
          await writeFile(join(dir, file), html);
        };
        await write('index.html', await template.page([], null));
        await mkdir(join(dir, 'screens'), { recursive: true });
        await withDraw(folder, shared, async (draw) => {
          for (const route of routes.filter(({ path }) => hasFirstScreen(path))) {
            const screens: Record<string, string> = {};
            for (const locale of locales) {
              const file = `screens${route.path.toLowerCase()}.${locale}.html`;
              const screen = { route, locale, drawn: await draw(route.path, locale) };
              await write(file, await template.page(neededBy(bundle, [route.module]).styles, screen));
              screens[locale] = file;
            }
            Object.assign(pages[route.path.toLowerCase()] ?? {}, { screens });
          }
        });
        await writeFile(join(dir, 'pages.json'), JSON.stringify({ pages, inline }));
      },
    },
  };
}

interface Screen {
  readonly route: RouteModule;
  readonly locale: string;
  readonly drawn: DrawnScreen;
}

/** `index.html` as it was built, and what is put into it. */
async function openTemplate(folder: string, dir: string, bundle: Rolldown.OutputBundle, shared: SharedOptions) {
  const built = await readFile(join(dir, 'index.html'), 'utf8');
  const [entry] = built.match(/<script type="module"[^>]*><\/script>/) ?? [];
  const boot = entry?.match(/src="([^"]+)"/)?.[1];
  if (entry === undefined || boot === undefined) throw new Error('index.html has no entry');
  // The entry is imported after the first paint; what it needs is on its way before.
  const html = built.replace(entry, `<link rel="modulepreload" crossorigin href="${boot}">`);
  const script = await beforePaint(folder, boot, shared);
  const base = neededBy(bundle, ['main.tsx']).styles;
  const font = (letters: 'latin' | 'vietnamese') =>
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${fontFile(bundle, letters)}">`;

  return {
    /** The page with a screen, or with the mark alone. */
    async page(styles: readonly string[], screen: Screen | null): Promise<string> {
      const files = [...new Set([...base, ...styles])];
      const style = (await Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')))).join('').trim();
      const attributes = [
        `data-styles="${files.map((file) => `/${file}`).join(' ')}"`,
        ...(screen === null ? [] : attributesOf(screen)),
      ];
      const fonts = screen === null ? '' : font('latin') + (screen.locale === 'vnf' ? font('vietnamese') : '');
      const head = `${fonts}<style>${style}</style><script>${script}</script>`;
      return put(html, [
        ['<html lang="en">', `<html lang="${screen?.drawn.languageTag ?? 'en'}" ${attributes.join(' ')}>`],
        ['<link rel="modulepreload"', `${head}<link rel="modulepreload"`],
        ['<div id="root">', `<div id="root">${screen === null ? '' : shadowed(screen.drawn.html, style)}`],
      ]);
    },
  };
}

function attributesOf({ route, locale, drawn }: Screen): string[] {
  const reader = route.access === 'member' ? 'member' : 'anybody';
  return [
    `data-locale="${locale}"`,
    `data-path="${route.path.toLowerCase()}"`,
    `data-reader="${reader}"`,
    `data-reads="${drawn.reads.join(' ').replaceAll('&', '&amp;')}"`,
  ];
}

/** In a closed shadow root: it is a picture of the app, which nothing but the eye takes for the app. */
function shadowed(drawn: string, style: string): string {
  const { html, css } = withoutStyleAttributes(drawn);
  return `<div class="first" inert><template shadowrootmode="closed"><style>${style}${css}</style>${html}</template></div>`;
}

function put(html: string, places: readonly (readonly [string, string])[]): string {
  return places.reduce((page, [place, text]) => {
    if (!page.includes(place)) throw new Error(`index.html has no ${place}`);
    return page.replace(place, () => text);
  }, html);
}

interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** What a policy names of a page: the hashes of its inline scripts and styles. */
function inlineHashes(html: string): InlineHashes {
  const hashes = (pattern: RegExp) =>
    [...new Set([...html.matchAll(pattern)].map(([, text = '']) => text))].map(
      (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  return {
    scripts: hashes(/<script>([\s\S]*?)<\/script>/g),
    styles: hashes(/<style>([\s\S]*?)<\/style>/g),
  };
}

/** The script of the first paint, in one piece. */
async function beforePaint(folder: string, boot: string, { target }: SharedOptions): Promise<string> {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    publicDir: false,
    define: { bootAddress: JSON.stringify(boot) },
    build: {
      write: false,
      target: target ?? false,
      modulePreload: false,
      lib: { entry: 'first-screen/before-paint.ts', formats: ['iife'], name: 'first' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error('the script of the first paint was not built');
  return output.output[0].code.trim();
}

/** Builds `first-screen/draw.tsx` for this process, and takes it away again. */
async function withDraw(folder: string, shared: SharedOptions, work: (draw: Draw) => Promise<void>): Promise<void> {
  const { define, ...options } = shared;
  const outDir = await mkdtemp(join(tmpdir(), 'first-screen-'));
  try {
    await build({
      configFile: false,
      root: folder,
      logLevel: 'warn',
      publicDir: false,
      define: define ?? {},
      plugins: [stillReact(), react()],
      ssr: { noExternal: true },
      build: {
        ...options,
        ssr: 'first-screen/draw.tsx',
        outDir,
        emptyOutDir: true,
        target: 'node20',
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'draw.mjs' } },
      },
    });
    await insideBrowser(async () => {
      const { drawScreen } = await import(pathToFileURL(join(outDir, 'draw.mjs')).href);
      await work(drawScreen);
    });
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** React as the build draws with it: components wait for nothing, and read a store outside of React once, as it stands. */
const stillReactCode = `
  import { lazy as lazyOf, useSyncExternalStore as useStore } from 'react';
  export * from 'react';
  export const lazy = () => lazyOf(() => new Promise(() => {}));
  export const useSyncExternalStore = (subscribe, snapshot) => useStore(subscribe, snapshot, snapshot);
`;

function stillReact(): Plugin {
  const still = '\0still-react';
  return {
    name: 'still-react',
    enforce: 'pre',
    resolveId: (id, importer = '') =>
      id === 'react' && importer !== still && !importer.includes('node_modules') ? still : null,
    load: (id) => (id === still ? stillReactCode : null),
  };
}
