import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Creates the folder and those above it, where missing. Throws an error that names the setting. One by one: with `recursive`, Node
 * retries for ever where the file system takes no folder but reports its parent as missing, as /proc does.
 */
export function makeDataFolder(path: string): string {
  const folder = resolve(path);
  try {
    make(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`DATA_DIR (${folder}) cannot be used: ${reason}. Set it to a folder that this user may create.`, {
      cause: error,
    });
  }
  return folder;
}

function make(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (found) throw new Error(`${folder} is a file`);
  if (dirname(folder) !== folder) make(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    // Another process that starts at the same time made it.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}
