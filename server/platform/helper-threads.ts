import { readdirSync, readFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** Every step of it is a tenth less of the processor where another thread wants it too: ten leave about a tenth. */
const stepsBehind = 10;
const lastPlace = 19;
const threadsFolder = '/proc/self/task';

/**
 * Lets the threads that check passwords, compress and read files take the processor only where the one that answers calls does not want
 * it: a flood of sign-ins is to slow down sign-ins. They exist from their first work on. Answers how many there were: none where
 * the system shows no threads.
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
