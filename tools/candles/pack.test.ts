import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { candleAt, columnsOf } from '#core/market/candle.ts';
import { coinSymbols } from '#core/market/coins.ts';
import { decodeRecording, type RecordingManifest } from '#core/market/recording-codec.ts';
import { readCandles, writeCandles } from './csv.ts';
import { packCoin } from './pack.ts';

const recordings = new URL('../../data/candles/', import.meta.url);
const manifest: RecordingManifest = JSON.parse(readFileSync(new URL('manifest.json', recordings), 'utf8'));
const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex');

test('the shipped recording lists the coins in the order of the market list', () => {
  expect(manifest.coins.map(({ coin }) => coin)).toEqual(coinSymbols);
});

test.each(manifest.coins)('$coin unpacks to the recorded candles, byte for byte of the source', (entry) => {
  const packed = readFileSync(new URL(entry.file, recordings));
  expect(sha256(packed)).toBe(entry.sha256);
  const { candles } = decodeRecording(inflateRawSync(packed));
  expect(candles.openTime.length).toBe(entry.rows);
  expect(sha256(writeCandles(candles))).toBe(entry.csvSha256);
});

test('the recording runs without a gap from its first to its last minute', () => {
  const packed = readFileSync(new URL('ETH.candles', recordings));
  const { candles, priceDecimals } = decodeRecording(inflateRawSync(packed));
  expect(priceDecimals).toBe(2);
  expect(candleAt(candles, 0)).toEqual({
    openTime: Date.UTC(2025, 4, 4, 15, 37),
    open: 1826.77,
    high: 1826.77,
    low: 1826.22,
    close: 1826.57,
    volume: 515.311,
  });
  expect(candleAt(candles, 43_194).openTime).toBe(Date.UTC(2025, 5, 3, 15, 31));
  const steps = candles.openTime.slice(1).map((time, row) => time - (candles.openTime[row] as number));
  expect(new Set(steps)).toEqual(new Set([60_000]));
});

test('packing notices a single changed digit', () => {
  const csv = writeCandles(columnsOf([{ openTime: 60_000, open: 1, high: 2, low: 1, close: 2, volume: 0.00001 }]));
  const { entry, packed } = packCoin('BTC', csv);
  expect(writeCandles(decodeRecording(inflateRawSync(packed)).candles)).toBe(csv);
  const other = packCoin('BTC', csv.replace('0.00001', '0.00002'));
  expect(other.entry.sha256).not.toBe(entry.sha256);
  expect(other.entry.csvSha256).not.toBe(entry.csvSha256);
});

test('a row that cannot be read stops with its line', () => {
  const header = 'open_time_ms,open,high,low,close,volume';
  expect(() => readCandles(`${header}\n60000,1,1,1,1,1\n120000,1,1,,1,1\n`)).toThrow('line 3: low is not a number');
  expect(() => readCandles(`${header}\n60000,1,1\n`)).toThrow('line 2: expected 6 fields');
  expect(() => readCandles('time,open\n')).toThrow('line 1');
});
