import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, transformWithOxc } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { compressed } from './build/compressed.ts';
import { leanContract } from './build/lean-contract.ts';
import { apiProxy, shared } from './build/shared-options.ts';
import { verifiers } from './build/verifiers.ts';
import { fontFile, neededBy } from './prerender/bundle-files.ts';
import { prerender } from './prerender/plugin.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), leanContract(), verifiers(), openedOffline(), prerender(shared), compressed()],
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
    proxy: apiProxy,
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
