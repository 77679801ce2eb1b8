import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { leanContract } from './build/lean-contract.ts';
import { fontFile, neededBy } from './prerender/bundle-files.ts';
import { prerender } from './prerender/plugin.ts';

const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'));
const apiServer = 'http://127.0.0.1:8080';

/** Build options shared by the app and its prerendered screens: hashed file names must be equal in both. */
const shared = {
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  // Small language files are not inlined.
  assetsInlineLimit: 1024,
  target: ['chrome111', 'safari16.4', 'firefox115'],
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leanContract(), openedOffline(), prerender(shared), compressed()],
  define: shared.define,
  // A worker that loads a part of itself later is a module.
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: shared.target,
    assetsInlineLimit: shared.assetsInlineLimit,
    reportCompressedSize: false,
    manifest: true,
    // Browsers without module preload load modules when they are imported.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Prerendering and compression take most of the build.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: apiServer, changeOrigin: false } },
  },
});

/** What opens the app without a network: enough to say so, and to sign in in the default language. */
const shellModules = ['boot.ts', 'main.tsx', 'locales/en.ts', 'locales/en-more.ts', 'pages/login.tsx'];

/** Writes the service worker: its source, the list of files to precache, and a version that changes with any file. */
function openedOffline(): Plugin {
  return {
    name: 'opened-offline',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const { scripts, styles } = neededBy(bundle, shellModules);
      const shell = ['index.html', ...scripts, ...styles, fontFile(bundle, 'latin')].map((file) => `/${file}`);
      const path = join(import.meta.dirname, 'worker/service-worker.ts');
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
      const names = Object.keys(bundle).sort().join();
      const version = createHash('sha256').update(names).update(code).digest('hex').slice(0, 12);
      const source = `const build = ${JSON.stringify({ version, shell })};\n${code}`;
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}

/** Prerendered pages are many, and maximum quality would take as long as all other files for a few percent. */
const pageQuality = 9;
const fileQuality = constants.BROTLI_MAX_QUALITY;
const worthCompressing = /\.(js|css|html|svg|json|webmanifest)$/;

/** Precompresses text files to .br and .gz, which the server sends as they are. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle: {
      sequential: true,
      order: 'post',
      async handler({ dir }) {
        if (dir === undefined) return;
        const files = (await readdir(dir, { recursive: true })).filter((file) => worthCompressing.test(file));
        await Promise.all(
          files.map(async (file) => {
            const path = join(dir, file);
            const content = await readFile(path);
            const params = { [constants.BROTLI_PARAM_QUALITY]: file.endsWith('.html') ? pageQuality : fileQuality };
            await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
            await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
          }),
        );
      },
    },
  };
}
