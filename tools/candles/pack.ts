/**
 * Packs recorded candles: `node tools/candles/pack.ts FOLDER [--into data/candles]`. FOLDER holds one `<COIN>.csv.gz` for
 * each listed coin. Writes one packed file a coin and the manifest with the hash that the server checks when it loads them.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { constants, deflateRawSync, gunzipSync } from 'node:zlib';
import { type CoinSymbol, coinSymbols } from '#core/market/coins.ts';
import { encodeRecording, type RecordedCoin, type RecordingManifest } from '#core/market/recording-codec.ts';
import { decimalsNeeded } from '#core/market/ticks.ts';
import { readCandles } from './csv.ts';

const label = 'Binance perpetual futures, recorded May 2025';

/** Packs one coin's CSV text and returns its manifest entry. */
export function packCoin(coin: CoinSymbol, csv: string): { entry: RecordedCoin; packed: Uint8Array } {
  const candles = readCandles(csv);
  const prices = [candles.open, candles.high, candles.low, candles.close];
  const priceDecimals = Math.max(...prices.map((column) => decimalsNeeded(column)));
  const volumeDecimals = decimalsNeeded(candles.volume);
  const bytes = encodeRecording({ candles, priceDecimals, volumeDecimals });
  const packed = deflateRawSync(bytes, { level: 9, memLevel: 9, strategy: constants.Z_DEFAULT_STRATEGY });
  const entry = {
    coin,
    file: `${coin}.candles`,
    sha256: sha256(packed),
    rows: candles.openTime.length,
    csvSha256: sha256(csv),
  };
  return { entry, packed };
}

function packFolder(folder: string, into: string): void {
  mkdirSync(into, { recursive: true });
  const entries = coinSymbols.map((coin, index) => {
    const { entry, packed } = packCoin(coin, gunzipSync(readFileSync(join(folder, `${coin}.csv.gz`))).toString('utf8'));
    writeFileSync(join(into, entry.file), packed);
    process.stdout.write(
      `${index + 1}/${coinSymbols.length} ${coin}: ${entry.rows} candles in ${packed.length} bytes\n`,
    );
    return entry;
  });
  const manifest: RecordingManifest = { label, coins: entries };
  writeFileSync(join(into, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function main(): void {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { into: { type: 'string' } } });
  const [folder] = positionals;
  if (folder === undefined || positionals.length !== 1) {
    process.stderr.write('usage: node tools/candles/pack.ts FOLDER [--into data/candles]\n');
    process.exitCode = 2;
    return;
  }
  packFolder(folder, values.into ?? fileURLToPath(new URL('../../data/candles', import.meta.url)));
}

if (import.meta.main) main();
