/**
 * Packs recorded candles: `node tools/candles/pack.ts FOLDER --label "Exchange, recorded May 2025" [--coins BTC,ETH] [--into data/candles]`.
 * FOLDER holds one `<COIN>.csv.gz` for each coin, and `<COIN>.svg` or `<COIN>.png` where it has an icon. Writes one packed file a coin, its icon and the manifest with the hash that the server
 * checks when it loads them; nothing is written unless all of it can be.
 */

import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { constants, deflateRawSync, gunzipSync } from 'node:zlib';
import { coinIconFault } from '#core/market/coin-icon.ts';
import { type CoinSymbol, coinSymbols } from '#core/market/coins.ts';
import {
  type CandleMinutes,
  encodeRecording,
  type RecordedCoin,
  type Recording,
  type RecordingManifest,
} from '#core/market/recording-codec.ts';
import { decimalsNeeded } from '#core/market/ticks.ts';
import { minuteMs } from '#core/time/lengths.ts';
import { iconKindOf, requireFaultless, wholeDays } from '#server/market/replay/recordings.ts';
import { isProgram } from '../is-program.ts';
import { readCandles } from './csv.ts';

interface PackedIcon {
  readonly file: string;
  readonly bytes: Buffer;
}

interface PackedCoin {
  readonly entry: RecordedCoin;
  readonly recording: Recording;
  readonly packed: Uint8Array;
  readonly icon?: PackedIcon | null;
}

/** Packs one coin's CSV text. Throws for what is no recording. */
export function packCoin(coin: CoinSymbol, csv: string): PackedCoin {
  const candles = readCandles(csv);
  const prices = [candles.open, candles.high, candles.low, candles.close];
  const priceDecimals = Math.max(...prices.map((column) => decimalsNeeded(column)));
  const volumeDecimals = decimalsNeeded(candles.volume);
  const recording = { candles, priceDecimals, volumeDecimals };
  const bytes = encodeRecording(recording);
  const packed = deflateRawSync(bytes, { level: 9, memLevel: 9, strategy: constants.Z_DEFAULT_STRATEGY });
  const entry = {
    coin,
    file: `${coin}.candles`,
    sha256: sha256(packed),
    rows: candles.openTime.length,
    csvSha256: sha256(csv),
  };
  return { entry, recording, packed };
}

export interface PackRequest {
  /** Where the `<COIN>.csv.gz` are. */
  readonly folder: string;
  /** The folder to write, which must not exist or hold a recording. */
  readonly into: string;
  /** Where the candles come from, as members read it. */
  readonly label: string;
  /** The coins in the order of the market list; without them all files of the folder. */
  readonly coins?: readonly CoinSymbol[] | undefined;
}

/** Packs a folder and returns the lines of a report. Throws, with nothing written, for what is no recording. */
export function packFolder({ folder, into, label, coins = coinsIn(folder) }: PackRequest): string[] {
  const missing = coins.filter((coin) => !existsSync(join(folder, `${coin}.csv.gz`)));
  if (coins.length === 0) throw new Error(`${folder} holds no <COIN>.csv.gz.`);
  if (missing.length > 0) throw new Error(`${folder} lacks ${missing.map((coin) => `${coin}.csv.gz`).join(', ')}.`);
  const packed = coins.map((coin) => {
    const file = join(folder, `${coin}.csv.gz`);
    const icon = iconIn(folder, coin);
    try {
      const one = packCoin(coin, gunzipSync(readFileSync(file)).toString('utf8'));
      if (!icon) return one;
      return { ...one, icon, entry: { ...one.entry, icon: { file: icon.file, sha256: sha256(icon.bytes) } } };
    } catch (error) {
      throw new Error(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  });
  const candleMinutes = lengthOf(packed);
  const recordings = new Map(packed.map(({ entry, recording }) => [entry.coin, recording]));
  requireFaultless(recordings, candleMinutes * minuteMs);
  const { days } = wholeDays(recordings, candleMinutes * minuteMs);
  replaceFolder(into, packed, { label, candleMinutes, coins: packed.map(({ entry }) => entry) });
  return [
    ...packed.map(({ entry, packed: bytes }) => `${entry.coin}: ${entry.rows} candles in ${bytes.length} bytes`),
    `${packed.length} coins, candles of ${candleMinutes} minutes, ${days.length} whole days to be replayed`,
  ];
}

/** The coin's own icon, `<COIN>.svg` or `<COIN>.png`; null without one. Throws for one that is not taken. */
function iconIn(folder: string, coin: CoinSymbol): PackedIcon | null {
  const [file, second] = ['svg', 'png']
    .map((kind) => `${coin}.${kind}`)
    .filter((name) => existsSync(join(folder, name)));
  if (file === undefined) return null;
  if (second !== undefined) throw new Error(`${folder} has two icons of ${coin}: ${file}, ${second}.`);
  const path = join(folder, file);
  const bytes = readFileSync(path);
  const fault = coinIconFault(iconKindOf(file), bytes);
  if (fault) throw new Error(`${path} is no icon: ${fault}.`);
  return { file, bytes };
}

/** Coins that have an icon first, in the order of the market list, then the others by name. */
function coinsIn(folder: string): CoinSymbol[] {
  const found = readdirSync(folder).flatMap((file) => /^([A-Z0-9]{2,12})\.csv\.gz$/.exec(file)?.[1] ?? []);
  const others = found.filter((coin) => !coinSymbols.includes(coin)).sort();
  return [...coinSymbols.filter((coin) => found.includes(coin)), ...others];
}

/** The length of all candles: 5 minutes when every one opens at a multiple of that, else 1. */
function lengthOf(packed: readonly PackedCoin[]): CandleMinutes {
  const isFive = packed.every(({ recording }) =>
    recording.candles.openTime.every((time) => time % (5 * minuteMs) === 0),
  );
  return isFive ? 5 : 1;
}

/** Writes beside the folder and then takes its place, so that it never holds a part. */
function replaceFolder(into: string, packed: readonly PackedCoin[], manifest: RecordingManifest): void {
  const target = resolve(into);
  if (
    existsSync(target) &&
    readdirSync(target).some((name) => !/^(manifest\.json|[A-Z0-9]+\.(candles|svg|png))$/.test(name))
  ) {
    throw new Error(`${target} holds other files than a recording.`);
  }
  mkdirSync(dirname(target), { recursive: true });
  const draft = mkdtempSync(`${target}.`);
  try {
    for (const { entry, packed: bytes, icon } of packed) {
      writeFileSync(join(draft, entry.file), bytes);
      if (icon) writeFileSync(join(draft, icon.file), icon.bytes);
    }
    writeFileSync(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

function main(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { into: { type: 'string' }, label: { type: 'string' }, coins: { type: 'string' } },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length !== 1 || !values.label) {
    process.stderr.write(
      'usage: node tools/candles/pack.ts FOLDER --label TEXT [--coins BTC,ETH] [--into data/candles]\n',
    );
    process.exitCode = 2;
    return;
  }
  const into = values.into ?? fileURLToPath(new URL('../../data/candles', import.meta.url));
  try {
    const lines = packFolder({ folder, into, label: values.label, coins: values.coins?.split(',') });
    process.stdout.write(`${lines.join('\n')}\n`);
  } catch (error) {
    process.stderr.write(`Nothing was written: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

if (isProgram(import.meta.url)) main();
