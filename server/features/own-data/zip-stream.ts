import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZipEntry {
  readonly name: string;
  readonly compress: boolean;
  readonly chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A ZIP file in pieces. A chunk of an entry is taken once what came before it was handed on: no entry is held whole. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
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
