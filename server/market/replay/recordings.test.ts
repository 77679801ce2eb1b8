import { hash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sliceColumns } from '#core/market/candle.ts';
import { recordingsFolder } from '../market.fixture.ts';
import { loadRecordings, wholeDays } from './recordings.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearlot-recordings-'));
  await cp(recordingsFolder, folder, { recursive: true });
});

afterEach(() => rm(folder, { recursive: true }));

test('the shipped recordings load with the hashes of their list', async () => {
  const recordings = await loadRecordings(folder);
  expect(recordings.label).toBe('Binance perpetual futures, recorded May 2025');
  expect([...recordings.coins.values()].map(({ candles }) => candles.openTime.length)).toEqual(Array(15).fill(43_195));
  expect((await loadRecordings(folder)).hash).toBe(recordings.hash);
});

test('one flipped bit stops the start and names the file', async () => {
  const path = join(folder, 'LTC.candles');
  const bytes = await readFile(path);
  bytes[1000] = (bytes[1000] as number) ^ 1;
  await writeFile(path, bytes);
  await expect(loadRecordings(folder)).rejects.toThrow(/LTC\.candles is not as it was packed: its SHA-256 is/);
});

test('a file cut short, a missing file and a broken list each stop the start', async () => {
  await truncate(join(folder, 'BTC.candles'), 5000);
  await expect(loadRecordings(folder)).rejects.toThrow('BTC.candles');
  await unlink(join(folder, 'BTC.candles'));
  await expect(loadRecordings(folder)).rejects.toThrow(/BTC\.candles cannot be read/);
  await writeFile(join(folder, 'manifest.json'), '{"label": "x"');
  await expect(loadRecordings(folder)).rejects.toThrow(/manifest\.json, cannot be read/);
});

test('a small file that unfolds to far more than a recording is not unfolded', async () => {
  const bomb = deflateRawSync(Buffer.alloc(65 * 1024 * 1024), { level: 1 });
  await writeFile(join(folder, 'BTC.candles'), bomb);
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  const [first] = manifest.coins.filter(({ coin }: { coin: string }) => coin === 'BTC');
  await writeFile(path, JSON.stringify({ ...manifest, coins: [{ ...first, sha256: hash('sha256', bomb) }] }));
  await expect(loadRecordings(folder)).rejects.toThrow(expect.objectContaining({ code: 'ERR_BUFFER_TOO_LARGE' }));
});

test('a list that says another number of candles than the file has stops the start', async () => {
  const path = join(folder, 'manifest.json');
  const list = await readFile(path, 'utf8');
  for (const rows of ['43194', '43196']) {
    await writeFile(path, list.replace('43195', rows));
    await expect(loadRecordings(folder)).rejects.toThrow(`holds 43195 candles, its list says ${rows}`);
  }
});

test('a recording of three whole days is replayed, one of two is not', async () => {
  const { coins, candleMs, days } = await loadRecordings(folder);
  const first = (count: number) =>
    new Map(
      [...coins].map(([coin, recording]) => {
        const { openTime } = recording.candles;
        const from = openTime.indexOf(days[0] ?? 0);
        const candles = sliceColumns(recording.candles, from, openTime.indexOf(days[count] ?? 0));
        return [coin, { ...recording, candles }];
      }),
    );
  expect(wholeDays(first(3), candleMs).days).toEqual(days.slice(0, 3));
  expect(() => wholeDays(first(2), candleMs)).toThrow('2 whole days');
});

test('a list that names a coin twice is refused', async () => {
  const path = join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...manifest, coins: [...manifest.coins, manifest.coins[0]] }));
  await expect(loadRecordings(folder)).rejects.toThrow(/manifest\.json, cannot be read/);
});

test('a list that names a path outside of its folder is refused', async () => {
  const path = join(folder, 'manifest.json');
  await writeFile(path, (await readFile(path, 'utf8')).replace('BTC.candles', '../BTC.candles'));
  await expect(loadRecordings(folder)).rejects.toThrow(/manifest\.json, cannot be read/);
});
