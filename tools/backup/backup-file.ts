import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import * as z from 'zod/mini';

/**
 * One line of a backup: gzipped JSON lines. Rows are PostgreSQL's own text of a row, which every type survives. The last line
 * holds the count and the SHA-256 of the lines before it, so that a truncated or changed file is refused.
 */
const backupLine = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('head'),
    format: z.literal('clearlot-backup-1'),
    takenAt: z.string(),
    migrations: z.array(z.object({ name: z.string(), hash: z.string() })),
  }),
  z.object({ kind: z.literal('rows'), table: z.string(), rows: z.array(z.string()) }),
  z.object({ kind: z.literal('sequence'), name: z.string(), last: z.string() }),
  z.object({ kind: z.literal('end'), lines: z.int(), sha256: z.string() }),
]);

export type BackupLine = z.infer<typeof backupLine>;

/** Writes the lines beside `path` and renames them into place, readable by their owner alone. */
export async function writeBackup(path: string, lines: AsyncIterable<BackupLine>): Promise<void> {
  const draft = `${path}.part`;
  try {
    await pipeline(sealed(lines), createGzip(), createWriteStream(draft, { mode: 0o600, flush: true }));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function* sealed(lines: AsyncIterable<BackupLine>): AsyncGenerator<string> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const line of lines) {
    const text = `${JSON.stringify(line)}\n`;
    hash.update(text);
    count += 1;
    yield text;
  }
  yield `${JSON.stringify({ kind: 'end', lines: count, sha256: hash.digest('hex') } satisfies BackupLine)}\n`;
}

/** The lines of a backup without the last one, which is checked. Throws at the end of an incomplete file. */
export async function* readBackup(path: string): AsyncGenerator<Exclude<BackupLine, { kind: 'end' }>> {
  const hash = createHash('sha256');
  let count = 0;
  let isWhole = false;
  const file = createReadStream(path);
  const content = file.pipe(createGunzip());
  // `pipe` hands no error on: without a listener the process would end where it is, and leave the own database running.
  file.on('error', (error) => content.destroy(error));
  for await (const text of createInterface({ input: content, crlfDelay: Number.POSITIVE_INFINITY })) {
    const line = backupLine.parse(JSON.parse(text));
    if (line.kind === 'end') {
      isWhole = line.lines === count && line.sha256 === hash.digest('hex');
      break;
    }
    hash.update(`${text}\n`);
    count += 1;
    yield line;
  }
  if (!isWhole) throw new Error(`${path} is not a whole backup: it was cut short or changed.`);
}
