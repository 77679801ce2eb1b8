import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Setting, settings } from '#server/platform/settings.ts';

const root = resolve(import.meta.dirname, '../..');

/** Files of the repository; ignored files are in no clone. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '');
const folders = new Set(files.flatMap(foldersOf));
const names = new Set(files.map((file) => file.slice(file.lastIndexOf('/') + 1)));

const documents = files.filter(
  (file) => /^[A-Z]+\.md$|^(decisions|docs)\/.*\.md$/.test(file) || file === 'server/features/content/texts/README.md',
);

/** Files and folders that documented commands create. */
const made: ReadonlySet<string> = new Set(['contact-sheet/', 'pages.json', '.clearlot/']);

function foldersOf(file: string): string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, place) => parts.slice(0, place + 1).join('/'));
}

/** Words of inline code that are paths of this repository, or names of its files. */
function pathsIn(text: string): string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, '');
  const words = [...prose.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.split(/\s+/));
  return words.filter(
    (word) =>
      /^[a-zA-Z.][\w.<>-]*\/[\w.<>#/-]*$/.test(word) || /^[\w-]+\.(ts|tsx|js|css|sql|md|json|html)(#\w+)?$/.test(word),
  );
}

function linksIn(text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)].map(([, link, image]) => link ?? image ?? '');
  return links.filter((link) => !/^(https?:|#)/.test(link));
}

/** `<name>` stands for any name. */
function exists(path: string): boolean {
  if (made.has(path)) return true;
  const [place = '', name] = path.split('#');
  const bare = place.replace(/\/$/, '');
  if (bare.includes('<')) {
    const pattern = new RegExp(`^${bare.replaceAll('.', '\\.').replaceAll(/<[\w-]+>/g, '[^/]+')}$`);
    return files.some((file) => pattern.test(file)) || [...folders].some((folder) => pattern.test(folder));
  }
  if (!bare.includes('/')) return folders.has(bare) || names.has(bare);
  if (folders.has(bare)) return name === undefined;
  if (!files.includes(bare)) return false;
  return name === undefined || new RegExp(`\\b${name}\\b`).test(readFileSync(join(root, bare), 'utf8'));
}

const wrongIn = (document: string, text: string): string[] => [
  ...pathsIn(text).filter((path) => !exists(path)),
  ...linksIn(text).filter((link) => !exists(normalize(join(dirname(document), link)))),
];

test.each(documents)('every path that %s names is there', (document) => {
  expect(wrongIn(document, readFileSync(join(root, document), 'utf8'))).toEqual([]);
});

test('each requirement of the ASVS that is met names a file that meets it', () => {
  const lines = readFileSync(join(root, 'docs/asvs.md'), 'utf8').split('\n');
  const met = lines.filter((line) => / \| met \| /.test(line));
  expect(met.length).toBeGreaterThan(150);
  const place = /`([a-z-]+\/[\w./#-]+|[\w-]+\.(json|md))`|\]\([\w-]+\.md\)/;
  expect(met.filter((line) => !place.test(line))).toEqual([]);
});

test('a path that is not there, a name that its file has not, and a broken link are found', () => {
  const text = [
    '`server/features/nowhere/routes.ts`, `contract/plans.ts#placeNothing`, `gone.ts`, `web/features/<name>/nothing.ts`',
    '`contract/plans.ts#placePlan`, `core/plans`, `server/features/<name>/routes.ts`, `npx vitest run core/plans`',
    '[here](decisions/0000-nothing.md) and [there](https://example.com/server/nothing.ts)',
  ].join('\n');
  expect(wrongIn('README.md', text)).toEqual([
    'server/features/nowhere/routes.ts',
    'contract/plans.ts#placeNothing',
    'gone.ts',
    'web/features/<name>/nothing.ts',
    'decisions/0000-nothing.md',
  ]);
});

/** A line of the README's tables of settings. */
const rowOf = (name: string, { default: fallback, otherwise, about }: Setting<unknown>): string => {
  const without = fallback === undefined ? otherwise : `\`${fallback}\``;
  return ['', ` \`${name}\` `, without === undefined ? ' ' : ` ${without} `, ` ${about} `, ''].join('|');
};

test('the README lists every setting with its default, as the table of settings has it', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const [, section = ''] = /^## Settings$([\s\S]*?)^## /m.exec(readme) ?? [];
  const listed = section.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line));
  expect(listed).toEqual(Object.entries<Setting<unknown>>(settings).map(([name, setting]) => rowOf(name, setting)));
});

test('the glossary is in the order of the alphabet, each word once', () => {
  const glossary = readFileSync(join(root, 'GLOSSARY.md'), 'utf8');
  const words = [...glossary.matchAll(/^\| (?!word \|)([^|]+?) \|/gm)].map(([, word = '']) =>
    word.replaceAll('`', '').toLowerCase(),
  );
  expect(words.length).toBeGreaterThan(90);
  expect(words).toEqual([...new Set(words)].toSorted());
});
