import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';

const locked = z.object({
  version: z.optional(z.string()),
  integrity: z.optional(z.string()),
  resolved: z.optional(z.string()),
  optionalDependencies: z.optional(z.record(z.string(), z.string())),
});
const path = new URL('../../package-lock.json', import.meta.url);
const { packages } = z.object({ packages: z.record(z.string(), locked) }).parse(JSON.parse(readFileSync(path, 'utf8')));

test('the lock file names each package by the hash of what it is, and by no address', () => {
  const installed = Object.entries(packages).filter(([name]) => name !== '');
  expect(installed.length).toBeGreaterThan(300);
  expect(installed.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('the lock file names every platform’s package, so that the strict install works on all of them', () => {
  const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${owner}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});
