import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/**
 * An effect whose result is that of a DOM call which returns a promise, in some browsers or all, whatever its types say. React takes the result
 * for the function that ends the effect, and the page breaks when it calls it.
 */
const promising =
  /\buse(?:Layout)?Effect\(\s*\(\) =>\s*[^{\s][^;{]*?\.(?:scroll(?:IntoView|To|By)?|play|requestFullscreen)\(/;

test('an effect that returns what a DOM call returns is found', () => {
  expect('useEffect(() => details.current?.scrollIntoView({ block: "nearest" }), []);').toMatch(promising);
  expect('useEffect(() => {\n    details.current?.scrollIntoView();\n  }, []);').not.toMatch(promising);
});

/** What makes markup of text. */
const markup = /\b(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML)\b|\bdocument\.write\(/;

test('no effect returns the promise of a DOM call, and nothing in the app makes markup of text', () => {
  const sources = execFileSync('git', ['ls-files', 'web/*.ts', 'web/*.tsx'], { cwd: root, encoding: 'utf8' });
  const files = sources.split('\n').filter((file) => file !== '');
  expect(files.length).toBeGreaterThan(100);
  const found = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));
  expect(found(promising)).toEqual([]);
  expect(found(markup).filter((file) => !/\.(test|fixture)\./.test(file))).toEqual([]);
});
