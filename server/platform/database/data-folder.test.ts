import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeDataFolder } from './data-folder.ts';

const base = mkdtempSync(join(tmpdir(), 'clearlot-folder-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

test('the folder is created with those above it, and found again', () => {
  const folder = join(base, 'one', 'two');
  expect(makeDataFolder(folder)).toBe(folder);
  expect(makeDataFolder(folder)).toBe(folder);
  expect(statSync(folder).isDirectory()).toBe(true);
});

test('a file in its place is named in the error', () => {
  const file = join(base, 'file');
  writeFileSync(file, '');
  expect(() => makeDataFolder(file)).toThrow(`DATA_DIR (${file}) cannot be used: ${file} is a file`);
  expect(() => makeDataFolder(join(file, 'below'))).toThrow(/DATA_DIR .* cannot be used/);
});

test.skipIf(process.platform !== 'linux')('a place that takes no folders ends the start instead of holding it', () => {
  expect(() => makeDataFolder('/proc/clearlot')).toThrow(/DATA_DIR \(\/proc\/clearlot\) cannot be used: ENOENT/);
});
