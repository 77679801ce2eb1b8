import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openKeyFile } from './secret-key.ts';

const folder = mkdtempSync(join(tmpdir(), 'clearlot-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a key is made once, for its owner alone, and every process gets the same', async () => {
  const file = join(folder, 'deep', 'card.key');
  const keys = await Promise.all(Array.from({ length: 8 }, () => openKeyFile(file)));
  expect(new Set(keys.map(([key]) => key?.toString('hex'))).size).toBe(1);
  expect(keys[0]?.map(({ length }) => length)).toEqual([32]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, 'deep'))).toEqual(['card.key']);
});

test('a file that holds anything else is not written over', async () => {
  const file = join(folder, 'other');
  writeFileSync(file, 'notes');
  await expect(openKeyFile(file)).rejects.toThrow('does not hold 64 hexadecimal digits');
});

test('a file holds the key before beside the newest, which stands first', async () => {
  const file = join(folder, 'two');
  writeFileSync(file, `${'ab'.repeat(32)}\n${'cd'.repeat(32)}\n`);
  expect(await openKeyFile(file)).toEqual([Buffer.alloc(32, 0xab), Buffer.alloc(32, 0xcd)]);
  writeFileSync(file, `${'ab'.repeat(32)}\nnot a key\n`);
  await expect(openKeyFile(file)).rejects.toThrow('does not hold 64 hexadecimal digits');
});
