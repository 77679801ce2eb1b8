import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const apiServer = 'http://127.0.0.1:8080';

const everyPage =
  /\/node_modules\/(react|react-dom|scheduler|zod|@tanstack)\/|\/web\/ui\/(?!candle-chart)|\/web\/platform\/(?!stream)|\/contract\/(account|envelope|errors|fields|locale|operation|text)\.ts|\/core\/money\//;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
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
