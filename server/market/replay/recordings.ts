import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import * as z from 'zod/mini';
import { type CoinSymbol, coinSymbols } from '#core/market/coins.ts';
import { recordedDays } from '#core/market/recorded-days.ts';
import {
  decodeRecording,
  type RecordedCoin,
  type Recording,
  type RecordingManifest,
} from '#core/market/recording-codec.ts';

export interface Recordings {
  /** Display name of the source. */
  readonly label: string;
  /** SHA-256 over the hashes of all files: changes with any recorded candle. */
  readonly hash: string;
  readonly coins: ReadonlyMap<CoinSymbol, Recording>;
  /** First milliseconds of the whole recorded days, which are what is replayed. */
  readonly days: readonly number[];
}

/** Fewest whole days of a recording: below, the next day would be known from those before. */
const daysMin = 3;

const inflate = promisify(inflateRaw);
const hashText = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const manifestShape = z.object({
  label: z.string(),
  coins: z.array(
    z.object({
      coin: z.string(),
      file: z.string().check(z.regex(/^[A-Z0-9]+\.candles$/)),
      sha256: hashText,
      rows: z.int().check(z.positive()),
      csvSha256: hashText,
    }),
  ),
});

/** Maximum inflated size of a coin's file: far more than a year of minutes, and a limit against decompression bombs. */
const unpackedBytesMax = 64 * 1024 * 1024;

/**
 * Loads the recorded candles of all listed coins. Throws with the file's name when one is missing, does not have the hash of
 * the manifest, or is no recording.
 */
export async function loadRecordings(folder: string): Promise<Recordings> {
  const manifest = await readManifest(folder);
  const entries = coinSymbols.map((coin) => {
    const entry = manifest.coins.find((one) => one.coin === coin);
    if (!entry) throw new Error(`The recorded candles of ${coin} are missing from ${join(folder, 'manifest.json')}.`);
    return { coin, entry };
  });
  const loaded = await Promise.all(
    entries.map(async ({ coin, entry }) => [coin, await loadCoin(folder, entry)] as const),
  );
  const hash = createHash('sha256');
  for (const { entry } of entries) hash.update(entry.sha256);
  return { label: manifest.label, hash: hash.digest('hex'), ...wholeDays(new Map(loaded)) };
}

/** The coins with the days that they were recorded on. Throws where those are too few to be replayed. */
export function wholeDays(coins: ReadonlyMap<CoinSymbol, Recording>): Pick<Recordings, 'coins' | 'days'> {
  const days = recordedDays([...coins.values()].map(({ candles }) => candles));
  if (days.length < daysMin) {
    throw new Error(
      `The recording has ${days.length} whole days (UTC) with candles of every coin; a replay needs ${daysMin} or more.`,
    );
  }
  return { coins, days };
}

async function readManifest(folder: string): Promise<RecordingManifest> {
  const path = join(folder, 'manifest.json');
  try {
    return z.parse(manifestShape, JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    throw new Error(`The list of recorded candles, ${path}, cannot be read.`, { cause: error });
  }
}

async function loadCoin(folder: string, entry: RecordedCoin): Promise<Recording> {
  const path = join(folder, entry.file);
  const packed = await readFile(path).catch((error: unknown) => {
    throw new Error(`The recorded candles in ${path} cannot be read.`, { cause: error });
  });
  const found = createHash('sha256').update(packed).digest('hex');
  if (found !== entry.sha256) {
    throw new Error(
      `The recorded candles in ${path} are not the ones that were packed: their SHA-256 is ${found}, it should be ${entry.sha256}.`,
    );
  }
  const recording = decodeRecording(await inflate(packed, { maxOutputLength: unpackedBytesMax }));
  if (recording.candles.openTime.length !== entry.rows) {
    throw new Error(`${path} holds ${recording.candles.openTime.length} candles, its list says ${entry.rows}.`);
  }
  return recording;
}
