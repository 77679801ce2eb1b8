import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';
import { fontFile, neededBy } from '../prerender/bundle-files.ts';

/** What opens the app without a network: enough to say so, and to sign in in the default language. */
const shellModules = ['boot.ts', 'main.tsx', 'more-pages.ts', 'locales/en.ts', 'locales/en-more.ts', 'pages/login.tsx'];

/** Writes the service worker: its source, the list of files to precache, and a version that changes with any file. */
export function openedOffline(): Plugin {
  return {
    name: 'opened-offline',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const { scripts, styles } = neededBy(bundle, shellModules);
      const shell = ['index.html', ...scripts, ...styles, fontFile(bundle, 'latin')].map((file) => `/${file}`);
      const path = join(import.meta.dirname, '../worker/service-worker.ts');
      const { code } = await transformWithOxc(await readFile(path, 'utf8'), path);
      const names = Object.keys(bundle).sort().join();
      const version = createHash('sha256').update(names).update(code).digest('hex').slice(0, 12);
      const source = `const build = ${JSON.stringify({ version, shell })};\n${code}`;
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}
