import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { openedOffline } from './opened-offline.ts';

const chunk = (fileName: string, module: string, imports: readonly string[] = [], css: readonly string[] = []) => ({
  ...{ type: 'chunk', fileName, imports, facadeModuleId: null, moduleIds: [`/app/web/${module}`] },
  viteMetadata: { importedCss: new Set(css) },
});

const bundle = {
  'boot.js': chunk('boot.js', 'boot.ts'),
  'main.js': chunk('main.js', 'main.tsx', ['ui.js'], ['main.css']),
  'ui.js': chunk('ui.js', 'ui/form/button.tsx', [], ['button.css']),
  'more-pages.js': chunk('more-pages.js', 'more-pages.ts'),
  'en.js': chunk('en.js', 'locales/en.ts'),
  'en-more.js': chunk('en-more.js', 'locales/en-more.ts'),
  'zh.js': chunk('zh.js', 'locales/zh.ts'),
  'login.js': chunk('login.js', 'pages/login.tsx', ['ui.js'], ['login.css']),
  'wallet.js': chunk('wallet.js', 'pages/wallet.tsx', ['ui.js'], ['wallet.css']),
  'inter-latin-wght-normal-1.woff2': { type: 'asset', source: '' },
};

interface Emitted {
  readonly fileName: string;
  readonly source: string;
}

type GenerateBundle = (
  this: { readonly emitFile: (file: Emitted) => void },
  options: object,
  bundle: Rolldown.OutputBundle,
) => Promise<void>;

/** The service worker that is built with a bundle. */
async function workerOf(files: object): Promise<{ version: string; shell: string[]; code: string }> {
  const emitted: Emitted[] = [];
  const generate = openedOffline().generateBundle as unknown as GenerateBundle;
  await generate.call({ emitFile: (file) => void emitted.push(file) }, {}, files as Rolldown.OutputBundle);
  expect(emitted.map(({ fileName }) => fileName)).toEqual(['service-worker.js']);
  const [first = '', ...code] = emitted[0]?.source.split('\n') ?? [];
  return { ...JSON.parse(first.replace(/^const build = (.*);$/, '$1')), code: code.join('\n') };
}

test('what opens without a network: the page, the sign-in with its scripts and styles, English, and the font; no other page or language', async () => {
  const { shell, code } = await workerOf(bundle);
  expect(shell.toSorted()).toEqual(
    ['boot.js', 'button.css', 'en-more.js', 'en.js', 'index.html', 'inter-latin-wght-normal-1.woff2', 'login.css']
      .concat(['login.js', 'main.css', 'main.js', 'more-pages.js', 'ui.js'])
      .map((file) => `/${file}`),
  );
  expect(code).toContain('addAll(build.shell');
});

test('a file more makes a newer version of the app, and the same files the same version', async () => {
  const { version } = await workerOf(bundle);
  expect((await workerOf({ ...bundle })).version).toBe(version);
  expect((await workerOf({ ...bundle, 'chart-2.js': chunk('chart-2.js', 'ui/chart/chart.tsx') })).version).not.toBe(
    version,
  );
});
