import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { spool } from './spool.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clearlot-spool-'));
  vi.stubEnv('TMPDIR', folder);
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

async function* pieces(count: number, failsAt = count) {
  for (let place = 0; place < count; place += 1) {
    if (place === failsAt) throw new Error('the database went away');
    yield Buffer.alloc(70_000, place);
  }
}

test('a spooled file is sent as it was made, and has no name on the disk from its first byte on', async () => {
  let namesWhileMade: string[] = [];
  async function* watched() {
    yield* pieces(3);
    namesWhileMade = readdirSync(folder);
  }
  const { stream, size } = await spool(watched());
  expect([namesWhileMade, size]).toEqual([[], 210_000]);
  const read: Buffer[] = [];
  for await (const chunk of stream) read.push(chunk as Buffer);
  expect(Buffer.concat(read).equals(Buffer.concat([0, 1, 2].map((place) => Buffer.alloc(70_000, place))))).toBe(true);
  expect(stream.closed || stream.destroyed).toBe(true);
});

/** Paths of the open file descriptors of this process in the folder; none where there is no /proc. */
function openFiles(): string[] {
  const open: string[] = [];
  try {
    for (const id of readdirSync('/proc/self/fd')) open.push(linkOf(`/proc/self/fd/${id}`));
  } catch {
    return [];
  }
  return open.filter((path) => path.startsWith(folder));
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

test('a file that cannot be made is an error, and nothing of it is left, on the disk or open', async () => {
  await expect(spool(pieces(3, 2))).rejects.toThrow('the database went away');
  expect(readdirSync(folder)).toEqual([]);
  expect(openFiles()).toEqual([]);
});
