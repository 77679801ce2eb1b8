import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockedProjects } from './locked-projects.ts';

const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../../package.json'), 'utf8'));

/** Build options shared by the app, its prerendered screens and the operators' console: hashed file names must be equal in the first two. */
export const shared = {
  define: {
    'import.meta.env.VITE_APP_VERSION': JSON.stringify(version),
    'import.meta.env.VITE_BUILT_ON': JSON.stringify(await lockedProjects()),
  },
  // Small language files are not inlined.
  assetsInlineLimit: 1024,
  target: ['chrome111', 'safari16.4', 'firefox115'],
};

/** For `npm run dev`: the API is that of a running server. */
export const apiProxy = { '/api': { target: 'http://127.0.0.1:8080', changeOrigin: false } };
