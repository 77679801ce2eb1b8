import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Paths of a log record whose values are redacted. */
const secretPaths = ['password', '*.password', 'token', '*.token', '*.headers.cookie', '*.headers.authorization'];

const waitingMax = 1_000_000;

/**
 * Standard error, which nobody may be reading. A write that waits for its reader stops the process, and no signal ends it then: lines wait in
 * memory instead, as many as have room. From the first that has none until all that wait are read they are dropped, and counted, as are those
 * that a full disk does not take.
 */
function standardError(onDropped: (lines: number) => void): DestinationStream {
  const { stderr } = process;
  let dropped = 0;
  let failed = 0;
  // Its reader is gone, or its disk is full.
  stderr.on('error', () => undefined);
  stderr.on('drain', () => {
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    onDropped(lines);
  });
  const afterWrite = (error: Error | null | undefined): void => {
    if (error) failed += 1;
    if (error || failed === 0) return;
    const lines = failed;
    failed = 0;
    onDropped(lines);
  };
  return {
    write: (line) => {
      if (dropped > 0 || stderr.writableLength >= waitingMax) dropped += 1;
      // A full disk may have taken the beginning of a line.
      else stderr.write(failed > 0 ? `\n${line}` : line, afterWrite);
    },
  };
}

/** The process's logger: JSON lines on standard error, so that standard output stays readable at the terminal. */
export function openLog(level: LogLevel, destination?: DestinationStream): Log {
  const log: Log = pino(
    {
      level,
      base: null,
      redact: secretPaths,
      serializers: { err: (error: unknown) => describeError(error) },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination ?? standardError((lines) => log.error({ lines }, 'log lines were dropped')),
  );
  return log;
}

/** A logger without output, for tests. */
export const silentLog: Log = pino({ level: 'silent' });

/** Causes of causes that are written; a chain may be endless. */
const causesMax = 8;

/** Only selected fields: drivers attach their whole connection, password included, to errors. */
function describeError(error: unknown, causes = 0): unknown {
  if (typeof error !== 'object' || error === null) return String(error);
  if (!(error instanceof Error)) return { ...selectedFields(error), fields: Object.keys(error) };
  const { stack, cause } = error;
  const isShown = cause !== undefined && causes < causesMax;
  return { ...selectedFields(error), stack, ...(isShown && { cause: describeError(cause, causes + 1) }) };
}

function selectedFields(error: { name?: unknown; message?: unknown; code?: unknown }): Record<string, string> {
  const selected = Object.entries({ name: error.name, message: error.message, code: error.code });
  return Object.fromEntries(selected.flatMap(([field, value]) => (isPlain(value) ? [[field, String(value)]] : [])));
}

const isPlain = (value: unknown): boolean => value !== undefined && value !== null && typeof value !== 'object';
