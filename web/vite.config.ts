import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './build/chunk-groups.ts';
import { compressed } from './build/compressed.ts';
import { leanContract } from './build/lean-contract.ts';
import { openedOffline } from './build/opened-offline.ts';
import { apiProxy, shared } from './build/shared-options.ts';
import { prerender } from './prerender/plugin.ts';

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
    modulePreload: {
      polyfill: false,
      // What the app itself brings is there before any other chunk runs, and need not be named with each.
      resolveDependencies: (file, needed) =>
        file.includes('/main-') ? needed : needed.filter((each) => !/\/(boot|base|rolldown-runtime)-/.test(each)),
    },
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
