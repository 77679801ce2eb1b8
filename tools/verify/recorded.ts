import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { aggregate } from '#core/market/aggregate.ts';
import type { CandleColumns } from '#core/market/candle.ts';
import { decodeRecording, type Recording } from '#core/market/recording-codec.ts';

const recordings = new URL('../../data/candles/', import.meta.url);

/** The recording of a coin that ships with the project. */
export function recordingOf(coin: string): Recording {
  return decodeRecording(inflateRawSync(readFileSync(new URL(`${coin}.candles`, recordings))));
}

/** Closed 5-minute candles of a coin over its whole recording. */
export function recordedCandles(coin: string): CandleColumns {
  return aggregate(recordingOf(coin).candles, '5m', { from: 0, through: Number.POSITIVE_INFINITY });
}
