import { expect, test } from 'vitest';
import { fontFile, neededBy, textOf } from './bundle-files.ts';

const chunk = (fileName: string, module: string, imports: readonly string[], css: readonly string[] = []) => ({
  ...{ type: 'chunk', fileName, imports, facadeModuleId: null, moduleIds: [`/app/web/${module}`] },
  viteMetadata: { importedCss: new Set(css) },
});

const bundle = {
  'a.js': chunk('a.js', 'pages/home.tsx', ['b.js'], ['home.css', 'base.css']),
  'b.js': chunk('b.js', 'ui/card.tsx', ['c.js'], ['base.css']),
  'c.js': chunk('c.js', 'platform/api.ts', ['b.js'], ['deep.css']),
  'd.js': { ...chunk('d.js', 'other.ts', ['c.js']), facadeModuleId: '/app/web/pages/login.tsx' },
  'base.css': { type: 'asset', source: 'p{}' },
  'assets/inter-latin-wght-normal-1.woff2': { type: 'asset', source: '' },
  'assets/inter-vietnamese-wght-normal-1.woff2': { type: 'asset', source: '' },
} as never;

test('a page needs its file with all that is imported from there, each once, and the styles of them all', () => {
  expect(neededBy(bundle, ['pages/home.tsx'])).toEqual({
    scripts: ['a.js', 'b.js', 'c.js'],
    styles: ['home.css', 'base.css', 'deep.css'],
  });
  expect(neededBy(bundle, ['pages/login.tsx', 'ui/card.tsx']).scripts).toEqual(['d.js', 'b.js', 'c.js']);
});

test('what the bundle does not have is named', () => {
  expect(() => neededBy(bundle, ['pages/gone.tsx'])).toThrow('the bundle has no pages/gone.tsx');
  expect(() => textOf(bundle, 'gone.css')).toThrow('the bundle has no gone.css');
  expect(() => textOf(bundle, 'a.js')).toThrow('the bundle has no a.js');
  expect(() => fontFile({} as never, 'latin')).toThrow('no font for latin');
});

test('styles and fonts are found by their names', () => {
  expect(textOf(bundle, 'base.css')).toBe('p{}');
  expect([fontFile(bundle, 'latin'), fontFile(bundle, 'vietnamese')]).toEqual([
    'assets/inter-latin-wght-normal-1.woff2',
    'assets/inter-vietnamese-wght-normal-1.woff2',
  ]);
});
