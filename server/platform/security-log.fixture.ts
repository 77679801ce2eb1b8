import { pino } from 'pino';
import { openSecurityLog, type SecurityLog } from './security-log.ts';

export interface RecordedSecurityLog {
  readonly securityLog: SecurityLog;
  /** The lines since the last call, parsed. */
  take(): Record<string, unknown>[];
  /** All lines, as written. */
  text(): string;
}

/** A security log whose lines a test reads. */
export function recordSecurityLog(
  now: () => number = Date.now,
  key: Buffer = Buffer.alloc(32, 5),
): RecordedSecurityLog {
  const lines: string[] = [];
  let taken = 0;
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  return {
    securityLog: openSecurityLog({ log, key, now }),
    take() {
      const fresh = lines.slice(taken);
      taken = lines.length;
      return fresh.map((line) => JSON.parse(line));
    },
    text: () => lines.join(''),
  };
}
