import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

const imported = /^import (\w+) from '([^']+\.module\.css)';$/gm;

/** The classes that a CSS module defines: a selector's, not what stands in a declaration. */
function classesOf(css: string): Set<string> {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? [];
  return new Set([...selectors.join(' ').matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name));
}

/** The classes that a component takes by name from one imported module. */
function takenFrom(binding: string, source: string): string[] {
  return [...source.matchAll(new RegExp(`(?<![\\w.'\`"/])${binding}\\.([A-Za-z_]\\w*)`, 'g'))].map(
    ([, name = '']) => name,
  );
}

test('classes are read from selectors and uses, not from declarations and text keys', () => {
  expect([...classesOf('/* .old {} */ .a, .b:active > i { width: 1.5rem } @media (x) { .c { top: .5em } }')]).toEqual([
    'a',
    'b',
    'c',
  ]);
  expect(takenFrom('styles', "className={styles.a} t('styles.b') classNames(styles.c, x && styles.d)")).toEqual([
    'a',
    'c',
    'd',
  ]);
});

test('each class that a component takes from a CSS module is defined there', () => {
  const list = execFileSync('git', ['ls-files', 'web/*.tsx'], { cwd: root, encoding: 'utf8' });
  const undefinedClasses: string[] = [];
  let taken = 0;
  for (const file of list.split('\n').filter((line) => line !== '')) {
    const source = readFileSync(join(root, file), 'utf8');
    for (const [, binding = '', path = ''] of source.matchAll(imported)) {
      const sheet = path.startsWith('#web/') ? join(root, path.slice(1)) : join(root, dirname(file), path);
      const defined = classesOf(readFileSync(sheet, 'utf8'));
      const names = takenFrom(binding, source);
      taken += names.length;
      undefinedClasses.push(...names.filter((name) => !defined.has(name)).map((name) => `${file}: ${binding}.${name}`));
    }
  }
  expect(taken).toBeGreaterThan(300);
  expect(undefinedClasses).toEqual([]);
});
