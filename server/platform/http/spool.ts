import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

export interface SpooledFile {
  readonly stream: Readable;
  readonly size: number;
}

/**
 * Writes a file of unknown size to the disk before it is sent. Who downloads slowly then holds a file and no database connection, and a
 * failure while it is made is an error rather than half a file. The stream frees the disk when it closes.
 */
export async function spool(pieces: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
  const folder = await mkdtemp(join(tmpdir(), 'clearlot-'));
  const file = await open(join(folder, 'file'), 'wx+', 0o600);
  try {
    // An open file needs no name: however this process ends, nothing of a member's is left behind.
    await rm(folder, { recursive: true });
    await file.writeFile(pieces);
    const { size } = await file.stat();
    return { stream: file.createReadStream({ start: 0 }), size };
  } catch (error) {
    await file.close();
    throw error;
  }
}
