import { execFileSync } from 'node:child_process';
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { silentLog } from './log.ts';
import { isOutOfResources, memoryBytesMax, openFilesMax, warnOncePerMinute } from './resources.ts';

test('the bound on open files is the one that the process was started with', () => {
  const file = fileURLToPath(new URL('resources.ts', import.meta.url));
  const program = `import(${JSON.stringify(file)}).then((module) => process.stdout.write(String(module.openFilesMax())))`;
  const shown = execFileSync('/bin/sh', ['-c', 'ulimit -n 321 && exec "$0" -e "$1"', process.execPath, program]);
  expect(shown.toString()).toBe('321');
  expect(openFilesMax()).toBeGreaterThan(0);
  expect(memoryBytesMax()).toBeGreaterThan(2 ** 20);
});

test('in a container the memory is its own, as far as the machine has that much', () => {
  const constrained = vi.spyOn(process, 'constrainedMemory');
  onTestFinished(() => constrained.mockRestore());
  const bytesWith = (limit: number): number => {
    constrained.mockReturnValue(limit);
    return memoryBytesMax();
  };
  expect([2 ** 28, 0, 2 ** 60].map(bytesWith)).toEqual([2 ** 28, totalmem(), totalmem()]);
});

test('only what says that the machine has no more is no bug', () => {
  const errorOf = (code: string) => Object.assign(new Error('failed'), { code });
  expect(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM'].map(errorOf).map(isOutOfResources)).toEqual(Array(4).fill(true));
  expect([errorOf('ENOENT'), new Error('EMFILE'), 'EMFILE', null].map(isOutOfResources)).toEqual(Array(4).fill(false));
});

test('a warning comes at once, and then once a minute with its count', () => {
  const lines: object[] = [];
  const log = Object.assign(Object.create(silentLog), { warn: (details: object) => lines.push(details) });
  let now = 1_000_000;
  const warn = warnOncePerMinute(log, 'full', () => now);
  for (let second = 0; second < 130; second++, now += 1_000) warn({ second });
  expect(lines).toEqual([
    { second: 0, times: 1 },
    { second: 60, times: 60 },
    { second: 120, times: 60 },
  ]);
});
