import { readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { enMore } from '#web/locales/en-more.ts';
import { routes } from '#web/routes.ts';

const root = resolve(import.meta.dirname, '../..');
type ReadSource = (file: string) => string;
const readSource: ReadSource = (file) => readFileSync(join(root, file), 'utf8');

function pathOf(source: string, from: string): string | null {
  if (source.startsWith('#web/')) return source.slice(1);
  return /^\.\.?\/.*\.tsx?$/.test(source) ? normalize(join(dirname(from), source)) : null;
}

/** A statement of the file's first level, from a line that is not indented to the next one that begins another. */
const statementsOf = (text: string): string[] => text.split(/\n(?=[a-z/])/);

/** Whether that part of a file waits for the further texts, by itself or by a function of the file that it is given to. */
function waits(part: string, statements: readonly string[]): boolean {
  if (/await localeStore\.loadMore\(\)|Promise\.all\(\[.*localeStore\.loadMore\(\).*\]\)/.test(part)) return true;
  const called = /= (\w+)\(/.exec(part)?.[1];
  const helper = statements.find((one) => one.includes(`const ${called} = `) && one !== part);
  return helper !== undefined && waits(helper, []);
}

/** What a module imports at once, and what it loads later without waiting for the further texts. */
function importsOf(file: string, text: string): { readonly now: string[]; readonly later: string[] } {
  const pathsIn = (part: string, pattern: RegExp): string[] =>
    [...part.matchAll(pattern)].flatMap(([, source = '']) => pathOf(source, file) ?? []);
  const statements = statementsOf(text);
  // The router waits for the texts of the pages.
  const later =
    file === 'web/pages.ts' || file === 'web/more-pages.ts'
      ? []
      : statements.flatMap((part) => (waits(part, statements) ? [] : pathsIn(part, /\bimport\('([^']+)'\)/g)));
  return { now: pathsIn(text, /^(?:import|export)\b(?! type)[^'";]*?from '([^']+)'/gm), later };
}

/** Modules that use one of the further texts and may be shown before these are there, each with the way to it. */
function tooEarly(starts: readonly string[], read: ReadSource, sections: readonly string[]): string[] {
  const furtherText = new RegExp(`['"\`](?:${sections.join('|')})\\.\\w`);
  const ways = new Map(starts.map((file) => [file, file]));
  const found: string[] = [];
  for (const [file, way] of ways) {
    const text = read(file);
    // Some show nothing until the texts are there.
    const isGuarded = /localeStore\.catalogue\(\)\.\w+ === undefined/.test(text);
    if (furtherText.test(text) && !isGuarded) found.push(way);
    const { now, later } = importsOf(file, text);
    for (const next of [...now, ...later]) if (!ways.has(next)) ways.set(next, `${way} > ${next}`);
  }
  return found;
}

/** Shown only after `usePasskeySignature`, which waits for the texts. */
const shownLater = ['web/platform/passkeys/passkey-failure.ts'];

const inFile = (place: string): string => place.split(' > ').at(-1) ?? '';

test('what a first screen shows, and what it loads later, has its texts by then: of the first ones, or waited for', () => {
  const firstPages = routes.filter(({ firstTexts }) => firstTexts).map(({ page }) => `web/pages/${page}.tsx`);
  const found = tooEarly(['web/main.tsx', ...firstPages], readSource, Object.keys(enMore));
  expect(found.filter((place) => !shownLater.includes(inFile(place)))).toEqual([]);
  expect(found.map(inFile)).toEqual(shownLater);
});

/** Code that may show any text, and so loads all of them first: pages other than first screens, the console, prerendered screens, errors of passkeys. */
const waitingFor = {
  'web/router.tsx': 'const [{ Page }] = await Promise.all([codeOf(page), firstTexts ? null : localeStore.loadMore()]);',
  'web/operator/locale.ts': 'await localeStore.loadMore();',
  'web/prerender/render-screen.tsx': 'await localeStore.loadMore();',
  'web/features/identity/use-passkey-signature.ts':
    "Promise.all([import('#web/platform/passkeys/passkey-prompt.ts'), localeStore.loadMore()]);",
};

test('what may show any text waits for all of them', () => {
  const hasty = Object.entries(waitingFor).filter(([file, wait]) => !readSource(file).includes(wait));
  expect(hasty).toEqual([]);
});

test('a further text is found in what is imported at once, and in what is loaded later without a wait', () => {
  const lazy = (wait: string) =>
    `const sheet = lazyComponent(async () => {\n${wait}  return (await import('./sheet.tsx')).Sheet;\n});\n`;
  const helper = (wait: string) =>
    `const withTexts = (load) =>\n  lazyComponent(async () => {\n${wait}    return load();\n  });\n`;
  const given = "const sheet = withTexts(async () => (await import('./sheet.tsx')).Sheet);\n";
  const both =
    "const sheet = lazyComponent(async () => {\n  const [code] = await Promise.all([import('./sheet.tsx'), localeStore.loadMore()]);\n  return code;\n});\n";
  const sheet = "export const Sheet = () => t('wallet.title');\n";
  const wait = '  await localeStore.loadMore();\n';
  const findings = (page: string, loaded = sheet) =>
    tooEarly(['web/page.tsx'], (file) => (file === 'web/page.tsx' ? page : loaded), ['wallet']);
  const found = ['web/page.tsx > web/sheet.tsx'];
  expect(findings("import { Sheet } from './sheet.tsx';\n")).toEqual(found);
  expect(findings("import type { Sheet } from './sheet.tsx';\n")).toEqual([]);
  expect([findings(lazy('')), findings(helper('') + given)]).toEqual([found, found]);
  expect([findings(lazy(wait)), findings(helper(wait) + given), findings(both)]).toEqual([[], [], []]);
  expect(findings(lazy(''), "export const Sheet = () => t('home.title');\n")).toEqual([]);
  expect(findings(lazy(''), `if (localeStore.catalogue().wallet === undefined) return null;\n${sheet}`)).toEqual([]);
});
