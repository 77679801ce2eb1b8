import { readFileSync, realpathSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Contents of a running server's `postmaster.pid`. */
export interface Postmaster {
  readonly processId: number;
  /** Absent early in the start. */
  readonly port: number | null;
  readonly status: 'starting' | 'stopping' | 'ready' | 'standby' | 'unknown';
}

const statuses = ['starting', 'stopping', 'ready', 'standby'] as const;

/** The live server of this cluster folder, or null. The stale file of a dead server is removed when its pid was reused. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const path = join(folder, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const postmaster = parsePostmaster(text);
  if (postmaster === null || !isAlive(postmaster.processId)) return null;
  const standsIn = folderOf(postmaster.processId);
  if (standsIn === 'unknown' || standsIn === realpathSync(folder)) return postmaster;
  if (standsIn !== 'gone' && (await readFile(path, 'utf8').catch(() => '')) === text) await rm(path, { force: true });
  return null;
}

/** Reads the file's lines: process id, folder, start time, port, socket folder, address, memory key, status. */
export function parsePostmaster(text: string): Postmaster | null {
  const lines = text.split('\n').map((line) => line.trim());
  const processId = Number(lines[0]);
  if (!Number.isSafeInteger(processId) || processId <= 1) return null;
  const port = Number(lines[3]);
  return {
    processId,
    port: lines[3] && Number.isSafeInteger(port) && port > 0 ? port : null,
    status: statuses.find((status) => status === lines[7]) ?? 'unknown',
  };
}

export function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return !isZombie(processId);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A zombie (its parent was killed, in a container without init) still has a pid. */
function isZombie(processId: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const text = readFileSync(`/proc/${processId}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

/** After a reboot the pid may belong to any process; a server's working directory is its cluster folder. */
function folderOf(processId: number): string | 'gone' | 'unknown' {
  if (process.platform !== 'linux') return 'unknown';
  try {
    return realpathSync(`/proc/${processId}/cwd`);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'gone' : 'unknown';
  }
}
