import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { pageTemplate, type Screen } from './page-template.ts';

const chunk = (fileName: string, module: string, css: readonly string[] = []) => ({
  ...{ type: 'chunk', fileName, imports: [], facadeModuleId: `/app/web/${module}`, moduleIds: [] },
  viteMetadata: { importedCss: new Set(css) },
});

const asset = (source: string) => ({ type: 'asset', source });

const bundle = {
  'index.html': asset(
    '<html lang="en"><head><script type="module" crossorigin src="/boot.js"></script></head><div id="root">mark</div>',
  ),
  'boot.js': chunk('boot.js', 'boot.ts', ['base.css']),
  'main.js': chunk('main.js', 'main.tsx', ['base.css']),
  'home.js': chunk('home.js', 'pages/home.tsx', ['home.css', 'base.css']),
  'chart.js': chunk('chart.js', 'ui/chart.ts'),
  'base.css': asset('a{color:red}'),
  'home.css': asset('a{color:blue}\n'),
  'inter-latin-wght-normal-1.woff2': asset(''),
  'inter-vietnamese-wght-normal-1.woff2': asset(''),
} as never;

const screen: Screen = {
  ...{ html: '<p style="color:red">Trade ETH</p>', languageTag: 'vi', reads: ['/api/a?b=1&c=2', '/api/d'] },
  route: { path: '/homeTab', access: 'member', order: 1, page: 'home', prerender: true, preload: ['ui/chart.ts'] },
  locale: 'vnf',
};

const pageOf = pageTemplate(bundle, '/boot.js', 'start($&)');

/** What stands between these tags, of each. */
const inline = (html: string, name: string): string[] =>
  [...html.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text = '']) => text);

const hashesOf = (texts: readonly string[]): string[] =>
  texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

test('every inline script and style of a page is among the hashes that its policy lets through', () => {
  for (const page of [pageOf(null), pageOf(screen)]) {
    expect(page.inline.scripts).toEqual(hashesOf(inline(page.html, 'script')));
    expect(page.inline.styles).toEqual(hashesOf(inline(page.html, 'style')));
    expect(page.html).not.toMatch(/ style="|<script [^>]*>/);
  }
  expect([pageOf(null), pageOf(screen)].map(({ inline: { styles } }) => styles.length)).toEqual([1, 2]);
});

test('the styles of the screen’s page come after those of the app, which they override', () => {
  const [head, shadow] = inline(pageOf(screen).html, 'style');
  expect(head).toBe('a{color:red}a{color:blue}');
  expect(shadow).toMatch(/^a\{color:red\}a\{color:blue\}\.s0\{color:red\}\.coin/);
});

test('a page says what its first scripts need: language, address, scripts, styles and reads of its screen', () => {
  const { html } = pageOf(screen);
  const [attributes = ''] = /<html [^>]*>/.exec(html) ?? [];
  expect(attributes).toBe(
    '<html lang="vi" data-styles="/base.css /home.css" data-scripts="/boot.js /main.js /home.js /chart.js" ' +
      'data-locale="vnf" data-path="/hometab" data-reads="/api/a?b=1&amp;c=2 /api/d">',
  );
  expect(html).toContain('<div id="root"><div class="prerendered" inert><template shadowrootmode="closed">');
  // The letters of the language, and the script as it is.
  expect([...html.matchAll(/rel="preload" as="font"/g)]).toHaveLength(2);
  expect([...pageOf({ ...screen, locale: 'en' }).html.matchAll(/rel="preload" as="font"/g)]).toHaveLength(1);
  expect(inline(html, 'script')).toEqual(['start($&)']);
  expect(html).not.toContain('modulepreload');
});

test('a page without a screen shows the mark, and asks for the app at once', () => {
  const { html } = pageOf(null);
  expect(html).toContain('<html lang="en" data-styles="/base.css">');
  expect(html).toContain('<div id="root">mark</div>');
  expect([...html.matchAll(/rel="modulepreload" crossorigin href="([^"]*)"/g)].map(([, file]) => file)).toEqual([
    '/boot.js',
    '/main.js',
  ]);
  expect(() => pageTemplate(bundle, '/other.js', '')(null)).toThrow('index.html has no <script');
});
