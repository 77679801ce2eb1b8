import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Niceness: six steps leave about a fifth of a processor under contention. */
const stepsBehind = 6;
const lastPlace = 19;
const threadsFolder = '/proc/self/task';

/**
 * Lowers the priority of the libuv threads (password hashing, compression, files) below the main thread, so that a flood of sign-ins
 * slows down only sign-ins. The threads exist from their first work on. Returns how many there were: none where the system does
 * not list threads.
 */
export function putHelperThreadsBehind(): number {
  try {
    const helpers = readdirSync(threadsFolder).filter((id) => nameOf(id) === 'libuv-worker');
    const behind = Math.min(lastPlace, getPriority() + stepsBehind);
    for (const id of helpers) setPriority(Number(id), behind);
    return helpers.length;
  } catch {
    return 0;
  }
}

function nameOf(threadId: string): string {
  return readFileSync(`${threadsFolder}/${threadId}/comm`, 'utf8').trim();
}
