import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ optionalDependencies: z.optional(z.record(z.string(), z.string())) })),
});

test('the lock file names every platform’s package, so that the strict install works on all of them', () => {
  const path = new URL('../../package-lock.json', import.meta.url);
  const { packages } = lockFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  const missing = Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${owner}/node_modules/${name}` in packages),
    ),
  );
  expect(missing).toEqual([]);
});
