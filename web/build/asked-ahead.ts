import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { neededBy } from './bundle-files.ts';

/** What a page loads as soon as it is drawn, beside its own imports. */
const alsoLoads: Readonly<Record<string, readonly string[]>> = {
  'pages/trading.tsx': ['ui/chart/chart-view.ts'],
};

/** A page that can be opened by its address, as the server knows it. */
export interface AskedPage {
  readonly member: boolean;
  /** What it is going to ask for, as a Link header. */
  readonly link: string;
  /** By language: the file with its first screen. */
  screens?: Record<string, string>;
}

export interface RouteModule {
  readonly path: string;
  readonly access: string;
  /** The page's module, from the folder of the app. */
  readonly module: string;
}

/** Every address with the module of its page, as `routes.tsx` has them. */
export async function routeModules(folder: string): Promise<readonly RouteModule[]> {
  const source = await readFile(join(folder, 'routes.tsx'), 'utf8');
  const modules = new Map(
    [...source.matchAll(/const (\w+) = async \(\) => \(await import\('\.\/([^']+)'\)\)/g)].map(([, name, module]) => [
      name,
      module,
    ]),
  );
  const routes = source.matchAll(/\{ path: '([^']+)', access: '(\w+)',[^}]*?page: (\w+)/g);
  return [...routes].map(([, path = '', access = '', page]) => {
    const module = modules.get(page);
    if (module === undefined) throw new Error(`routes.tsx was not understood at ${path}`);
    return { path, access, module };
  });
}

/** By address in small letters: which files each page is going to ask for, so that the server can name them with the page itself. */
export function askedPages(
  bundle: Rolldown.OutputBundle,
  routes: readonly RouteModule[],
  hasFirstScreen: (path: string) => boolean,
): Record<string, AskedPage> {
  const first = neededBy(bundle, ['boot.ts', 'main.tsx']);
  const asked = routes.map(({ path, access, module }): [string, AskedPage] => {
    const { scripts, styles } = neededBy(bundle, [module, ...(alsoLoads[module] ?? [])]);
    const links = [
      ...scripts
        .filter((file) => !first.scripts.includes(file))
        .map((file) => `</${file}>; rel=modulepreload; crossorigin`),
      // A first screen brings its styles with it.
      ...styles
        .filter((file) => !first.styles.includes(file) && !hasFirstScreen(path))
        .map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
    ];
    return [path.toLowerCase(), { member: access === 'member', link: links.join(', ') }];
  });
  return Object.fromEntries(asked);
}

/** Names in the page what `boot.ts` is going to import, so that the browser asks for it at once. */
export function preloaded(): Plugin {
  return {
    name: 'preloaded',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = neededBy(bundle, ['boot.ts', 'main.tsx']).scripts.map((fileName) => `/${fileName}`);
        return files
          .filter((href) => !html.includes(href))
          .map((href) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', href, crossorigin: true },
            injectTo: 'head' as const,
          }));
      },
    },
  };
}
