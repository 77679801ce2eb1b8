import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { CollectedPage, OwnData } from './collect-own-data.ts';

const readMe = `What Clearlot keeps about you.

json/ and csv/ have the same rows, one file a table: JSON as the database has them, CSV for spreadsheets.
images/ has your images, as they are kept: in messages, and of deposits.

Moments are in UTC. Amounts of money are whole numbers in millionths of a USDT. Left out are keys, password hashes and other secrets,
which say nothing about you, and the names of other people.
`;

/** A ZIP file of what is kept about a member, as it is read. */
export function fileOfOwnData(ownData: OwnData): AsyncGenerator<Uint8Array> {
  return zipOf(entriesOf(ownData));
}

async function* entriesOf(ownData: OwnData): AsyncGenerator<ZipEntry> {
  yield { name: 'README.txt', compress: true, chunks: encoded([readMe]) };
  for (const table of ownData.tables) {
    yield { name: `json/${table}.json`, compress: true, chunks: encoded(jsonOf(ownData.pagesOf(table))) };
    yield { name: `csv/${table}.csv`, compress: true, chunks: encoded(csvOf(ownData.pagesOf(table))) };
  }
  for await (const { id, webp } of ownData.images()) {
    // Compressed already.
    yield { name: `images/${id}.webp`, compress: false, chunks: [webp] };
  }
}

async function* encoded(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const text of texts) yield strToU8(text);
}

/** An array with a row a line. */
async function* jsonOf(pages: AsyncIterable<CollectedPage>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const { rows } of pages) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

/** RFC 4180, with a header. A text that spreadsheets would take for a formula is preceded by an apostrophe. */
export async function* csvOf(pages: AsyncIterable<CollectedPage>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const { columns, rows } of pages) {
    const lines = rows.map((row) => columns.map((name) => cellOf(row[name])).join(','));
    if (isFirst) lines.unshift(columns.join(','));
    isFirst = false;
    yield lines.map((line) => `${line}\r\n`).join('');
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const isFormula = /^[=+@\t\r]|^-(?!\d+(\.\d+)?$)/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

interface ZipEntry {
  readonly name: string;
  readonly compress: boolean;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A ZIP file in pieces. A chunk of an entry is taken once what came before it was handed on: no entry is held whole. */
async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  let made: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    made.push(piece);
  });
  const taken = (): Uint8Array[] => {
    const pieces = made;
    made = [];
    return pieces;
  };
  for await (const { name, compress, chunks } of entries) {
    const entry = compress ? new ZipDeflate(name) : new ZipPassThrough(name);
    zip.add(entry);
    for await (const chunk of chunks) {
      entry.push(chunk);
      yield* taken();
    }
    entry.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
