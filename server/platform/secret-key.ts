import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

const keyPattern = /^[0-9a-f]{64}\n?$/;

/**
 * The 256-bit key in the file, 64 hexadecimal digits; created at the first start, readable by its owner only. If several processes
 * create it at once, one wins and all use its key.
 */
export async function openKeyFile(file: string): Promise<Buffer> {
  const kept = readKey(file);
  if (kept) return kept;
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    // link() is atomic and never overwrites an existing file.
    linkSync(draft, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const made = readKey(file);
  if (!made) throw new Error(`The key file ${file} vanished while it was made.`);
  return made;
}

function readKey(file: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
  if (!keyPattern.test(text)) throw new Error(`The key file ${file} does not hold 64 hexadecimal digits.`);
  return Buffer.from(text.trim(), 'hex');
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
