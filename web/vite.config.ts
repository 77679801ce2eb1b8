import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const apiServer = 'http://127.0.0.1:8080';

const firstAsked =
  /\/web\/(boot\.ts|routes\.tsx)|\/web\/platform\/(i18n\/registry|session\/storage)\.ts|preload-helper/;

const everyPage =
  /\/node_modules\/(react|react-dom|scheduler|zod|@tanstack)\/|\/web\/ui\/(?!candle-chart)|\/web\/platform\/(?!stream)|\/contract\/(account|envelope|errors|fields|locale|operation|text)\.ts|\/core\/money\//;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloaded(), compressed()],
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
            // What several pages share, in one more.
            { name: 'shared', test: /\/web\/|\/contract\/(?!texts)|\/core\//, minShareCount: 3, priority: 1 },
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
        const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
        const app = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/web/main.tsx'));
        if (app === undefined) throw new Error('the bundle has no main.tsx');
        const parts = [app, ...chunks.filter(({ fileName }) => app.imports.includes(fileName))];
        const styles = new Set(parts.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
        const links = [
          ...parts.map(({ fileName }) => ({ rel: 'modulepreload', href: `/${fileName}` })),
          ...[...styles].map((fileName) => ({ rel: 'stylesheet', href: `/${fileName}` })),
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

const worthCompressing = /\.(js|css|html|svg|json)$/;

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
