import { minuteMs } from '#core/time/lengths.ts';
import { type CandleColumns, candleAt } from './candle.ts';
import { emptyColumns } from './columns.ts';
import { ticksPerUnit, toTicks } from './ticks.ts';

/** Recorded candles of one coin. Prices are multiples of 10^-priceDecimals, volumes of 10^-volumeDecimals. */
export interface Recording {
  readonly candles: CandleColumns;
  readonly priceDecimals: number;
  readonly volumeDecimals: number;
}

/** One packed file of a set of recordings. Hashes are SHA-256 in hexadecimal digits. */
export interface RecordedCoin {
  readonly coin: string;
  /** Name of the packed file beside the manifest: `encodeRecording`, then raw deflate. */
  readonly file: string;
  /** Hash of the packed file. */
  readonly sha256: string;
  readonly rows: number;
  /** SHA-256 of the CSV text it was packed from: unpacking must reproduce it. */
  readonly csvSha256: string;
  /** The coin's own icon beside the manifest, with the hash of its file. */
  readonly icon?: { readonly file: string; readonly sha256: string } | undefined;
}

/** Lengths of recorded candles, in minutes. */
export const candleLengths = [1, 5] as const;

/** Length of recorded candles, in minutes. */
export type CandleMinutes = (typeof candleLengths)[number];

/** The list beside packed recordings. */
export interface RecordingManifest {
  /** Where the candles come from, as it is shown to members. */
  readonly label: string;
  /** Length of every candle: 1 or 5 minutes. */
  readonly candleMinutes: CandleMinutes;
  /** In the order of the market list. */
  readonly coins: readonly RecordedCoin[];
}

/*
 * Packed form, before compression. Header, all base-128 varints: signature, version, price decimals, volume decimals, rows,
 * open time of the first row in minutes, number of gaps, and for each gap the row after it and the minutes skipped.
 * Then five columns of whole ticks: open - close before, close - open (both zigzag), high - max(open, close),
 * min(open, close) - low, volume. A column is its width in bytes, then its lowest bytes of all rows, its second lowest,
 * and so on: high bytes are nearly all zero and compress to nothing.
 */
const signature = 0x4c43;
const version = 1;
const rowsMax = 10_000_000;

/**
 * Packs a recording exactly: `decodeRecording` gives back the identical doubles. Throws a RangeError for what it cannot
 * keep: a price or volume that is not a multiple of its tick, an open time that is not a whole minute or does not ascend,
 * a close or open outside of low to high.
 */
export function encodeRecording({ candles, priceDecimals, volumeDecimals }: Recording): Uint8Array {
  const rows = candles.openTime.length;
  const minutes = Array.from(candles.openTime, wholeMinute);
  const gaps = gapsOf(minutes);
  const header = [
    signature,
    version,
    priceDecimals,
    volumeDecimals,
    rows,
    minutes[0] ?? 0,
    gaps.length,
    ...gaps.flat(),
  ];
  const columns = Array.from({ length: 5 }, () => new Float64Array(rows));
  const [openColumn, closeColumn, highColumn, lowColumn, volumeColumn] = columns as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  let closeBefore = 0;
  for (let row = 0; row < rows; row++) {
    const candle = candleAt(candles, row);
    const open = toTicks(candle.open, priceDecimals);
    const close = toTicks(candle.close, priceDecimals);
    openColumn[row] = zigzag(open - closeBefore);
    closeColumn[row] = zigzag(close - open);
    highColumn[row] = notNegative(toTicks(candle.high, priceDecimals) - Math.max(open, close), 'high', row);
    lowColumn[row] = notNegative(Math.min(open, close) - toTicks(candle.low, priceDecimals), 'low', row);
    volumeColumn[row] = notNegative(toTicks(candle.volume, volumeDecimals), 'volume', row);
    closeBefore = close;
  }
  const bytes: number[] = [];
  for (const value of header) writeVarint(bytes, value);
  return concatenate([Uint8Array.from(bytes), ...columns.map(toPlanes)]);
}

/** Unpacks a recording. Throws a RangeError when the bytes are not one, whole and of a known version. */
export function decodeRecording(bytes: Uint8Array): Recording {
  const reader = new Reader(bytes);
  if (reader.varint() !== signature || reader.varint() !== version) {
    throw new RangeError('not a packed recording of a known version');
  }
  const priceDecimals = reader.varint();
  const volumeDecimals = reader.varint();
  const rows = reader.varint();
  if (rows > rowsMax) throw new RangeError(`a recording of ${rows} rows is beyond ${rowsMax}`);
  const candles = emptyColumns(rows);
  readOpenTimes(reader, candles.openTime);
  const columns = [candles.open, candles.close, candles.high, candles.low, candles.volume] as const;
  for (const column of columns) reader.planes(column);
  if (!reader.finished) throw new RangeError('bytes left over after the recording');
  toPrices(candles, ticksPerUnit(priceDecimals));
  const volumeScale = ticksPerUnit(volumeDecimals);
  for (let row = 0; row < rows; row++) candles.volume[row] = (candles.volume[row] as number) / volumeScale;
  return { candles, priceDecimals, volumeDecimals };
}

/** Turns the numbers that were read into the columns, differences in ticks, into prices, in place. */
function toPrices({ open, high, low, close }: CandleColumns, scale: number): void {
  let closeBefore = 0;
  for (let row = 0; row < open.length; row++) {
    const opened = closeBefore + unzigzag(open[row] as number);
    const closed = opened + unzigzag(close[row] as number);
    open[row] = opened / scale;
    close[row] = closed / scale;
    high[row] = (Math.max(opened, closed) + (high[row] as number)) / scale;
    low[row] = (Math.min(opened, closed) - (low[row] as number)) / scale;
    closeBefore = closed;
  }
}

function wholeMinute(openTime: number): number {
  const minute = openTime / minuteMs;
  if (!Number.isSafeInteger(minute) || minute < 0) throw new RangeError(`${openTime} is not the start of a minute`);
  return minute;
}

function gapsOf(minutes: readonly number[]): [row: number, skipped: number][] {
  const gaps: [number, number][] = [];
  for (let row = 1; row < minutes.length; row++) {
    const step = (minutes[row] as number) - (minutes[row - 1] as number);
    if (step < 1) throw new RangeError(`open times do not ascend at row ${row}`);
    if (step > 1) gaps.push([row, step - 1]);
  }
  return gaps;
}

function readOpenTimes(reader: Reader, openTimes: Float64Array): void {
  const firstMinute = reader.varint();
  const gaps = new Map<number, number>();
  for (let left = reader.varint(); left > 0; left--) gaps.set(reader.varint(), reader.varint());
  let minute = firstMinute;
  for (let row = 0; row < openTimes.length; row++) {
    minute += gaps.get(row) ?? 0;
    openTimes[row] = minute * minuteMs;
    minute++;
  }
}

const zigzag = (value: number): number => (value >= 0 ? value * 2 : value * -2 - 1);
const unzigzag = (value: number): number => (value % 2 === 0 ? value / 2 : (value + 1) / -2);

function notNegative(ticks: number, column: string, row: number): number {
  if (ticks < 0) throw new RangeError(`${column} of row ${row} contradicts the rest of its candle`);
  return ticks;
}

function writeVarint(bytes: number[], value: number): void {
  let left = value;
  while (left >= 128) {
    bytes.push((left % 128) + 128);
    left = Math.floor(left / 128);
  }
  bytes.push(left);
}

function toPlanes(values: Float64Array): Uint8Array {
  let width = 1;
  for (const value of values) while (value >= 256 ** width) width++;
  const bytes = new Uint8Array(1 + values.length * width);
  bytes[0] = width;
  for (let plane = 0; plane < width; plane++) {
    const start = 1 + plane * values.length;
    const unit = 256 ** plane;
    for (let row = 0; row < values.length; row++) bytes[start + row] = Math.floor((values[row] as number) / unit) % 256;
  }
  return bytes;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get finished(): boolean {
    return this.#at === this.#bytes.length;
  }

  varint(): number {
    let value = 0;
    for (let unit = 1; unit <= Number.MAX_SAFE_INTEGER; unit *= 128) {
      const byte = this.#byte();
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
    throw new RangeError('a number of the recording is too long');
  }

  /** Reads a column into `values`: the lowest bytes of all rows, then the next ones. */
  planes(values: Float64Array): void {
    const rows = values.length;
    const width = this.#byte();
    if (width < 1 || width > 7) throw new RangeError(`a column of ${width} bytes a row is not a recording's`);
    if (this.#at + rows * width > this.#bytes.length) throw new RangeError('the recording is cut short');
    for (let unit = 1, plane = 0; plane < width; plane++, unit *= 256) {
      const bytes = this.#bytes.subarray(this.#at, this.#at + rows);
      for (let row = 0; row < rows; row++) values[row] = (values[row] as number) + (bytes[row] as number) * unit;
      this.#at += rows;
    }
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError('the recording is cut short');
    this.#at++;
    return byte;
  }
}
