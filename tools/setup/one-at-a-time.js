import { createHash } from 'node:crypto';
import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from './run.js';

const lookEveryMs = 200;
const touchEveryMs = 1_000;
/** Of a process that was killed: a running one touches its lock far more often. */
const abandonedAfterMs = 15_000;

/**
 * The file that a start holds while it sets a folder up: not in that folder, whose packages an install removes first.
 * @param {string} root
 */
export function lockOf(root) {
  return join(tmpdir(), `clearlot-setup-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`);
}

/**
 * Runs `work` while no other start does so in the same folder: of two installs at once each removes what the other has written.
 * @param {string} root
 * @param {() => Promise<void>} work
 */
export async function oneAtATime(root, work) {
  const lock = lockOf(root);
  const isHeld = await take(lock);
  const touching = setInterval(() => isHeld && touch(lock), touchEveryMs);
  try {
    await work();
  } finally {
    clearInterval(touching);
    if (isHeld) rmSync(lock, { force: true });
  }
}

/**
 * False where this user cannot make the lock: then nothing is waited for.
 * @param {string} lock
 */
async function take(lock) {
  for (let isSaid = false; ; isSaid = true) {
    try {
      writeFileSync(lock, '', { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return false;
    }
    const found = statSync(lock, { throwIfNoEntry: false });
    if (found && Date.now() - found.mtimeMs > abandonedAfterMs) {
      try {
        rmSync(lock, { force: true });
      } catch {
        return false;
      }
      continue;
    }
    if (!isSaid) say('Another start is setting this folder up: waiting for it.');
    await delay(lookEveryMs);
  }
}

/** @param {string} lock */
function touch(lock) {
  try {
    const now = new Date();
    utimesSync(lock, now, now);
  } catch {
    // It was removed: the work is not ended by that.
  }
}
