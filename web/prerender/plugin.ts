import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { type BuildOptions, build, type InlineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { locales } from '#contract/locale.ts';
import { type Route, routes } from '../routes.ts';
import { entryModules, modulesOf, neededBy } from './bundle-files.ts';
import { type BuiltPage, pageTemplate } from './page-template.ts';

/** The app's build options that decide hashed file names. */
export type SharedOptions = Pick<UserConfig, 'define'> & Pick<BuildOptions, 'assetsInlineLimit' | 'target'>;

type RenderScreen = typeof import('./render-screen.tsx').renderScreen;

/**
 * Renders the routes marked `prerender` into a page per language, and writes `pages.json` for the server: the pages of each address, its
 * Link header, and the hashes of inline parts.
 */
export function prerender(shared: SharedOptions): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const emit = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
      const [boot = ''] = neededBy(bundle, ['boot.ts']).scripts;
      const pageOf = pageTemplate(bundle, `/${boot}`, await beforePaint(`/${boot}`, shared));
      const inline: Record<string, BuiltPage['inline']> = {};
      const write = (file: string, page: BuiltPage) => {
        inline[file] = page.inline;
        emit(file, page.html);
      };
      write('index.html', pageOf(null));
      const pages: Record<string, object> = {};
      await withRenderScreen(shared, async (renderScreen) => {
        for (const route of routes) {
          const path = route.path.toLowerCase();
          const screens: Record<string, string> = {};
          for (const locale of route.prerender ? locales : []) {
            const file = `screens${path}.${locale}.html`;
            write(file, pageOf({ ...(await renderScreen(route, locale)), route, locale }));
            screens[locale] = file;
          }
          pages[path] = {
            member: route.access === 'member',
            link: linkHeader(bundle, route),
            ...(route.prerender && { screens }),
          };
        }
      });
      emit('pages.json', JSON.stringify({ pages, inline }));
    },
  };
}

/**
 * A page's files beside the entry's, as a Link header: browsers request them while the page itself loads. Prerendered pages name their
 * scripts themselves, to be requested after the first paint, and carry their styles inline.
 */
function linkHeader(bundle: Rolldown.OutputBundle, route: Route): string {
  if (route.prerender) return '';
  const entry = neededBy(bundle, entryModules);
  const { scripts, styles } = neededBy(bundle, modulesOf(route));
  return [
    ...scripts
      .filter((file) => !entry.scripts.includes(file))
      .map((file) => `</${file}>; rel=modulepreload; crossorigin`),
    ...styles
      .filter((file) => !entry.styles.includes(file))
      .map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
  ].join(', ');
}

const alone = {
  configFile: false,
  root: join(import.meta.dirname, '..'),
  logLevel: 'warn',
  publicDir: false,
} as const satisfies InlineConfig;

/** The bundled inline script. */
async function beforePaint(boot: string, { target = false }: SharedOptions): Promise<string> {
  const built = await build({
    ...alone,
    define: { bootAddress: JSON.stringify(boot) },
    build: {
      write: false,
      target,
      modulePreload: false,
      lib: { entry: 'prerender/before-paint.ts', formats: ['iife'], name: 'beforePaint' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error('the script of the first paint was not built');
  return output.output[0].code.trim();
}

/** Builds `render-screen.tsx` for Node into a temporary folder, which is removed after `work`. */
async function withRenderScreen(
  { define = {}, ...options }: SharedOptions,
  work: (renderScreen: RenderScreen) => Promise<void>,
): Promise<void> {
  const outDir = await mkdtemp(join(tmpdir(), 'prerender-'));
  try {
    await build({
      ...alone,
      define,
      plugins: [react()],
      ssr: { noExternal: true },
      build: {
        ...options,
        ssr: 'prerender/render-screen.tsx',
        outDir,
        emptyOutDir: true,
        target: 'node20',
        rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'render-screen.mjs' } },
      },
    });
    const { renderScreen } = await import(pathToFileURL(join(outDir, 'render-screen.mjs')).href);
    await work(renderScreen);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
