import { totalmem } from 'node:os';
import type { Log } from './log.ts';

/** Files and sockets that this process may have open at once (RLIMIT_NOFILE). */
export function openFilesMax(): number {
  // Without network names, whose look-up may take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const soft = Number(report.userLimits?.open_files?.soft);
  // "unlimited", or not reported by this system.
  return Number.isFinite(soft) ? soft : Number.MAX_SAFE_INTEGER;
}

/** Bytes of memory that this process may use: the machine's, or its container's where that is less. */
export function memoryBytesMax(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(totalmem(), constrained) : totalmem();
}

const exhausted: ReadonlySet<string> = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM']);

/** Whether an error means that files, sockets or memory are temporarily exhausted, rather than a bug. */
export function isOutOfResources(error: unknown): boolean {
  return error instanceof Error && 'code' in error && exhausted.has(String(error.code));
}

const quietMs = 60_000;

/** Logs a warning at once, then at most once a minute with the number of repetitions. */
export function warnOncePerMinute(log: Log, message: string, now: () => number = Date.now): (details: object) => void {
  let times = 0;
  let silentUntil = 0;
  return (details) => {
    times += 1;
    if (now() < silentUntil) return;
    log.warn({ ...details, times }, message);
    times = 0;
    silentUntil = now() + quietMs;
  };
}
