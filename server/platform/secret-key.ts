import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

const keysPattern = /^[0-9a-f]{64}(\n[0-9a-f]{64})*\n?$/;

/**
 * The 256-bit keys in the file, 64 hexadecimal digits a line, the newest first. One is made at the first start, readable by its owner only. If
 * several processes create it at once, one wins and all use its key.
 */
export async function openKeyFile(file: string): Promise<readonly Buffer[]> {
  const kept = readKeys(file);
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
  const made = readKeys(file);
  if (!made) throw new Error(`The key file ${file} vanished while it was made.`);
  return made;
}

function readKeys(file: string): readonly Buffer[] | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  }
  if (!keysPattern.test(text)) throw new Error(`The key file ${file} does not hold 64 hexadecimal digits.`);
  return keysIn(text.trim(), '\n');
}

/** Keys in hexadecimal digits, the newest first. */
export function keysIn(text: string, separator: string): readonly Buffer[] {
  return text.split(separator).map((key) => Buffer.from(key, 'hex'));
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
