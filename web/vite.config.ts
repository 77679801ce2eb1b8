import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown, transformWithOxc } from 'vite';

const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'));
const apiServer = 'http://127.0.0.1:8080';

const firstAsked =
  /\/web\/(boot\.ts|routes\.tsx)|\/web\/platform\/(i18n\/registry|session\/storage)\.ts|preload-helper/;

const everyPage =
  /\/node_modules\/(react|react-dom|scheduler|zod|@tanstack)\/(?!.*[iI]nfiniteQuery(Observer)?\.js)|\/web\/ui\/(?!candle-chart|copy-text|factor-field|form|list-end|password-field|qr-code|source-sheet|verify-code-field)|\/web\/platform\/(?!passkeys|stream|api\/(upload|use-(factor|form-|verify-code)))|\/web\/features\/preferences\/(language-button|language-list|appearance|update-note)|\/contract\/(account|envelope|errors|factor-field|fields|locale|operation|text)\.ts|\/core\/money\//;

const sharedByTabs =
  /\/web\/platform\/stream\/|\/web\/features\/(market|plans\/(?!record-queries|plan-progress|level-head|level-terms))|\/contract\/(events|market|plan-offer|plans|text)\.ts|\/core\/market\//;

const sharedByForms =
  /\/web\/features\/account\/(?!enter-with-passkey)|\/web\/ui\/(factor-field|form|password-field|verify-code-field|list-end)\.|\/web\/platform\/(passkeys\/passkey-failure|api\/use-(factor-asked|form-errors|form-fields|verify-code))\.ts/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloaded(), askedAhead(), openedOffline(), compressed()],
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: ['chrome111', 'safari16.4', 'firefox115'],
    // The catalogue of one language stays a file of its own, however small.
    assetsInlineLimit: 1024,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'boot', test: firstAsked, priority: 3 },
            // What every page needs, in one file: a phone far away pays for each request.
            { name: 'base', test: everyPage, priority: 2 },
            { name: 'forms', test: sharedByForms, minShareCount: 2, priority: 1 },
            // What the three tabs share, in one more, and what the other pages do, in another that the tabs need not wait for.
            { name: 'tabs', test: sharedByTabs, minShareCount: 2, priority: 1 },
            // Home asks after notices: it need not wait for what it does without.
            {
              name: 'notices',
              test: /\/web\/features\/support\/queries|\/contract\/(support|content)\./,
              minShareCount: 3,
              priority: 1,
            },
            { name: 'shared', test: /\/web\/|\/contract\/(?!texts)|\/core\//, minShareCount: 3, priority: 0 },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: apiServer, changeOrigin: false } },
  },
});

/** Names in the page what `boot.ts` is going to import, so that the browser asks for it at once. */
function preloaded(): Plugin {
  return {
    name: 'preloaded',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const { scripts, styles } = neededBy(bundle, ['main.tsx']);
        const links = [
          ...scripts.map((fileName) => ({ rel: 'modulepreload', href: `/${fileName}` })),
          ...styles.map((fileName) => ({ rel: 'stylesheet', href: `/${fileName}` })),
        ].filter(({ href }) => !html.includes(href));
        return links.map((link) => ({
          tag: 'link',
          attrs: { ...link, crossorigin: true },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}

/** What a page loads as soon as it is drawn, beside its own imports. */
const alsoLoads: Readonly<Record<string, readonly string[]>> = {
  'pages/trading.tsx': ['ui/candle-chart/chart-view.ts'],
};

/** Writes down which files each address is going to ask for, so that the server can name them with the page itself. */
function askedAhead(): Plugin {
  return {
    name: 'asked-ahead',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const source = await readFile(join(import.meta.dirname, 'routes.tsx'), 'utf8');
      const modules = new Map(
        [...source.matchAll(/const (\w+) = async \(\) => \(await import\('\.\/([^']+)'\)\)/g)].map(
          ([, name, module]) => [name, module],
        ),
      );
      const first = neededBy(bundle, ['boot.ts', 'main.tsx']);
      const preloads: Record<string, { member: boolean; link: string }> = {};
      for (const [, path = '', access, page] of source.matchAll(
        /\{ path: '([^']+)', access: '(\w+)',[^}]*?page: (\w+)/g,
      )) {
        const module = modules.get(page);
        if (module === undefined) throw new Error(`routes.tsx was not understood at ${path}`);
        const { scripts, styles } = neededBy(bundle, [module, ...(alsoLoads[module] ?? [])]);
        const links = [
          ...scripts
            .filter((file) => !first.scripts.includes(file))
            .map((file) => `</${file}>; rel=modulepreload; crossorigin`),
          ...styles
            .filter((file) => !first.styles.includes(file))
            .map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
        ];
        preloads[path.toLowerCase()] = { member: access === 'member', link: links.join(', ') };
      }
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) });
    },
  };
}

/** What a phone without network needs to open the app, to say so, and to begin a session in the default language. */
const shellModules = ['boot.ts', 'main.tsx', 'locales/en.ts', 'locales/en-more.ts', 'pages/login.tsx'];

/** Writes the service worker: its source, the shell's files, and a version that changes with any file. */
function openedOffline(): Plugin {
  return {
    name: 'opened-offline',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const { scripts, styles } = neededBy(bundle, shellModules);
      const latin = Object.keys(bundle).filter((file) => /\/inter-latin-wght-normal-[^/]+\.woff2$/.test(file));
      const shell = ['', ...scripts, ...styles, ...latin].map((file) => `/${file}`);
      const path = join(import.meta.dirname, 'worker/service-worker.ts');
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
      const names = Object.keys(bundle).sort().join();
      const version = createHash('sha256').update(names).update(code).digest('hex').slice(0, 12);
      const source = `const build = ${JSON.stringify({ version, shell })};\n${code}`;
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}

/** The files that these modules of ours are made of, with everything they import at once. */
function neededBy(bundle: Rolldown.OutputBundle, modules: readonly string[]) {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
  const wanted = modules.map((module) => {
    const path = `/web/${module}`;
    const chunk =
      chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path)) ??
      chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)));
    if (chunk === undefined) throw new Error(`the bundle has no ${module}`);
    return chunk;
  });
  const parts = new Set(wanted);
  // A set that grows while it is walked: imports of imports come in turn.
  for (const part of parts) {
    for (const chunk of chunks) if (part.imports.includes(chunk.fileName)) parts.add(chunk);
  }
  return {
    scripts: [...parts].map(({ fileName }) => fileName),
    styles: [...new Set([...parts].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]))],
  };
}

const worthCompressing = /\.(js|css|html|svg|json|webmanifest)$/;

/** Writes each text file a second and a third time, as .br and .gz: the server sends them as they are, at no cost per request. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      const files = (await readdir(dir, { recursive: true })).filter((file) => worthCompressing.test(file));
      await Promise.all(
        files.map(async (file) => {
          const path = join(dir, file);
          const content = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content));
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
        }),
      );
    },
  };
}
