import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { compressed } from './compressed.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'clearlot-compressed-'));
});
afterEach(() => rm(dir, { recursive: true }));

test('texts stand beside themselves in Brotli and in gzip, pictures do not', async () => {
  const texts = { 'a.js': 'let a = 1;'.repeat(50), 'b.html': '<p>b</p>'.repeat(50), 'c.json': '{"c":1}' };
  for (const [name, text] of Object.entries({ ...texts, 'd.png': 'a picture' })) await writeFile(join(dir, name), text);
  const { handler } = compressed().writeBundle as { readonly handler: (options: { dir?: string }) => Promise<void> };
  await handler({});
  expect(await readdir(dir)).toHaveLength(4);
  await handler({ dir });
  expect((await readdir(dir)).sort()).toEqual([
    ...Object.keys(texts).flatMap((name) => [name, `${name}.br`, `${name}.gz`]),
    'd.png',
  ]);
  for (const [name, text] of Object.entries(texts)) {
    expect(brotliDecompressSync(await readFile(join(dir, `${name}.br`))).toString()).toBe(text);
    expect(gunzipSync(await readFile(join(dir, `${name}.gz`))).toString()).toBe(text);
  }
});
