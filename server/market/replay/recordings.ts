import { createHash, hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import * as z from 'zod/mini';
import type { CandleColumns } from '#core/market/candle.ts';
import { type CoinIcon, type CoinIconKind, coinIconFault, coinIconTypes } from '#core/market/coin-icon.ts';
import type { CoinSymbol } from '#core/market/coins.ts';
import { recordedDays } from '#core/market/recorded-days.ts';
import {
  candleLengths,
  decodeRecording,
  type RecordedCoin,
  type Recording,
  type RecordingManifest,
} from '#core/market/recording-codec.ts';
import { recordingFault } from '#core/market/recording-fault.ts';
import { candleBytes } from '#core/plans/candle-hash.ts';
import {
  type CoinOfRecording,
  daysOfCoin,
  type RecordedDay,
  recordedCoinHash,
  recordingHash,
} from '#core/plans/recording-hash.ts';

export interface Recordings {
  /** Display name of the source. */
  readonly label: string;
  /** `recordingHash` of its coins: changes with any candle of a whole day. */
  readonly hash: string;
  readonly coins: ReadonlyMap<CoinSymbol, Recording>;
  /** Length of every recorded candle, in ms. */
  readonly candleMs: number;
  /** The icons that the recording brings. */
  readonly icons?: ReadonlyMap<CoinSymbol, CoinIcon>;
  /** First milliseconds of the whole recorded days, which are what is replayed. */
  readonly days: readonly number[];
  /** What the hash is made of. */
  readonly hashedCoins: readonly CoinOfRecording[];
  readonly hashedDays: ReadonlyMap<CoinSymbol, readonly RecordedDay[]>;
}

/** Fewest whole days of a recording: below, the next day would be known from those before. */
const daysMin = 3;

const inflate = promisify(inflateRaw);
const hashText = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const manifestShape = z.object({
  label: z.string().check(z.minLength(1), z.maxLength(100)),
  candleMinutes: z.literal(candleLengths),
  coins: z
    .array(
      z.object({
        coin: z.string().check(z.regex(/^[A-Z0-9]{2,12}$/)),
        file: z.string().check(z.regex(/^[A-Z0-9]+\.candles$/)),
        sha256: hashText,
        rows: z.int().check(z.positive()),
        csvSha256: hashText,
        icon: z.optional(z.object({ file: z.string().check(z.regex(/^[A-Z0-9]+\.(svg|png)$/)), sha256: hashText })),
      }),
    )
    .check(
      z.minLength(1),
      z.refine((entries) => new Set(entries.map(({ coin }) => coin)).size === entries.length, 'a coin is listed twice'),
    ),
});

const hashOfDay = (day: CandleColumns): string => hash('sha256', candleBytes(day));

/** Maximum inflated size of a coin's file: far more than a year of minutes, and a limit against decompression bombs. */
const unpackedBytesMax = 64 * 1024 * 1024;

/**
 * Loads the recorded candles of all coins in the folder's list. Throws with the file's name when one is missing, does not have the hash of
 * the manifest, or is no recording, and with the coin's where its candles have gaps or prices of too few ticks.
 */
export async function loadRecordings(folder: string): Promise<Recordings> {
  const manifest = await readManifest(folder);
  const loaded = await Promise.all(
    manifest.coins.map(async (entry) => [entry.coin, await loadCoin(folder, entry)] as const),
  );
  const coins = new Map(loaded);
  const candleMs = manifest.candleMinutes * 60_000;
  requireFaultless(coins, candleMs);
  const icons = new Map<CoinSymbol, CoinIcon>();
  for (const { coin, icon } of manifest.coins) if (icon) icons.set(coin, await loadIcon(folder, icon));
  return { label: manifest.label, icons, ...wholeDays(coins, candleMs) };
}

/** Throws with the first coin of which a recording is not replayed, and why. */
export function requireFaultless(coins: ReadonlyMap<CoinSymbol, Recording>, candleMs: number): void {
  for (const [coin, recording] of coins) {
    const fault = recordingFault(recording, candleMs);
    if (fault !== null) throw new Error(`The recording of ${coin} ${fault}.`);
  }
}

/** The coins with the days that they were recorded on, and their hashes. Throws where the days are too few to be replayed. */
export function wholeDays(
  coins: ReadonlyMap<CoinSymbol, Recording>,
  candleMs: number,
): Omit<Recordings, 'label' | 'icons'> {
  const days = recordedDays(
    [...coins.values()].map(({ candles }) => candles),
    candleMs,
  );
  if (days.length < daysMin) {
    throw new Error(
      `The recording has ${days.length} whole days (UTC) with candles of every coin; a replay needs ${daysMin} or more.`,
    );
  }
  const hashedDays = new Map([...coins].map(([coin, { candles }]) => [coin, daysOfCoin(candles, days, hashOfDay)]));
  const hashedCoins = [...coins].map(([coin, { priceDecimals: decimals }]) => {
    return { coin, decimals, hash: recordedCoinHash(hashedDays.get(coin) ?? []) };
  });
  return { coins, candleMs, days, hash: recordingHash(hashedCoins), hashedCoins, hashedDays };
}

async function readManifest(folder: string): Promise<RecordingManifest> {
  const path = join(folder, 'manifest.json');
  try {
    return z.parse(manifestShape, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new Error(`The list of recorded candles, ${path}, cannot be read.`, { cause: error });
  }
}

/** A file of the recording, as it was packed. */
async function readPacked(path: string, expected: string, what: string): Promise<Buffer> {
  const packed = await readFile(path).catch((error: unknown) => {
    throw new Error(`${what} in ${path} cannot be read.`, { cause: error });
  });
  const found = createHash('sha256').update(packed).digest('hex');
  if (found === expected) return packed;
  throw new Error(`${what} in ${path} is not as it was packed: its SHA-256 is ${found}, it should be ${expected}.`);
}

async function loadIcon(folder: string, { file, sha256 }: NonNullable<RecordedCoin['icon']>): Promise<CoinIcon> {
  const path = join(folder, file);
  const bytes = await readPacked(path, sha256, 'The icon of a coin');
  const kind = iconKindOf(file);
  const fault = coinIconFault(kind, bytes);
  if (fault) throw new Error(`The icon of a coin in ${path} is refused: ${fault}.`);
  return { type: coinIconTypes[kind], bytes, version: sha256.slice(0, 16) };
}

/** The kind of an icon by the ending of its file. */
export const iconKindOf = (file: string): CoinIconKind => (file.endsWith('.png') ? 'png' : 'svg');

async function loadCoin(folder: string, entry: RecordedCoin): Promise<Recording> {
  const path = join(folder, entry.file);
  const packed = await readPacked(path, entry.sha256, 'The recording');
  const recording = decodeRecording(await inflate(packed, { maxOutputLength: unpackedBytesMax }));
  if (recording.candles.openTime.length !== entry.rows) {
    throw new Error(`${path} holds ${recording.candles.openTime.length} candles, its list says ${entry.rows}.`);
  }
  return recording;
}
