import { createHash } from 'node:crypto';
import { linkSync, lstatSync, renameSync, rmSync, unlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from './run.js';

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const lookEveryMs = 200;
const touchEveryMs = 1_000;
/** Of a process that was killed: a running one touches its lock far more often, but may first wait 20 s for a Node to say its version. */
const abandonedAfterMs = 30_000;
/** Of a start that hangs, or a file that somebody else keeps there. */
const waitMsMax = 30 * 60_000;

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
  if (!(await take(lock))) return await work();
  const touching = setInterval(() => touch(lock), touchEveryMs);
  /** @param {NodeJS.Signals} signal */
  const end = (signal) => {
    rmSync(lock, { force: true });
    process.kill(process.pid, signal);
  };
  for (const signal of signals) process.once(signal, end);
  try {
    await work();
  } finally {
    for (const signal of signals) process.off(signal, end);
    clearInterval(touching);
    rmSync(lock, { force: true });
  }
}

/**
 * False where this user cannot make the lock, or has waited for too long: then the work is done without it.
 * @param {string} lock
 */
async function take(lock) {
  const beganMs = performance.now();
  let isSaid = false;
  while (performance.now() - beganMs < waitMsMax) {
    try {
      writeFileSync(lock, '', { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') return false;
    }
    const touched = touchedAt(lock);
    if (await isAbandoned(lock, touched)) {
      if (!remove(lock, touched)) return false;
      continue;
    }
    if (!isSaid) say('Another start is setting this folder up: waiting for it.');
    isSaid = true;
    await delay(lookEveryMs);
  }
  say(`It does not end: going on without it. Its lock is ${lock}`);
  return false;
}

/**
 * Looks twice: a machine that has slept, or a clock that was set, makes the lock of a running process old as well, until it is touched again.
 * @param {string} lock
 * @param {number | undefined} before
 */
async function isAbandoned(lock, before) {
  // Or far ahead: the clock was set back since.
  if (before === undefined || Math.abs(Date.now() - before) < abandonedAfterMs) return false;
  await delay(2 * touchEveryMs);
  return touchedAt(lock) === before;
}

/**
 * Removes an abandoned lock. Another start may have done so since it was looked at, and hold its own by now: that one is put back. False where
 * this user may not.
 * @param {string} lock
 * @param {number | undefined} touched
 */
function remove(lock, touched) {
  const moved = `${lock}-${process.pid}`;
  try {
    renameSync(lock, moved);
  } catch (error) {
    return codeOf(error) === 'ENOENT';
  }
  try {
    if (touchedAt(moved) !== touched) linkSync(moved, lock);
  } catch {
    // A third start holds it meanwhile.
  }
  try {
    unlinkSync(moved);
  } catch {
    // A folder, which somebody has made there.
  }
  return true;
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/**
 * Of the lock itself, should it be a link.
 * @param {string} lock
 */
function touchedAt(lock) {
  return lstatSync(lock, { throwIfNoEntry: false })?.mtimeMs;
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
