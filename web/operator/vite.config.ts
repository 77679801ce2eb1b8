import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from '../build/compressed.ts';
import { leanContract } from '../build/lean-contract.ts';
import { apiProxy, shared } from '../build/shared-options.ts';

/** The operators' console: a build of its own, so that no file of the members' app depends on what is in it. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/operator/',
  publicDir: false,
  plugins: [react(), leanContract(), compressed()],
  define: shared.define,
  build: {
    outDir: '../dist/operator',
    emptyOutDir: true,
    target: shared.target,
    assetsInlineLimit: shared.assetsInlineLimit,
    reportCompressedSize: false,
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  server: { host: '127.0.0.1', proxy: apiProxy },
});
