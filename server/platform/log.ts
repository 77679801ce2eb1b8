import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Paths of a log record whose values are redacted. */
const secretPaths = ['password', '*.password', 'token', '*.token', '*.headers.cookie', '*.headers.authorization'];

/** The process's logger: JSON lines on standard error, so that standard output stays readable at the terminal. */
export function openLog(level: LogLevel, destination: DestinationStream = pino.destination(2)): Log {
  return pino(
    {
      level,
      base: null,
      redact: secretPaths,
      serializers: { err: describeError },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );
}

/** A logger without output, for tests. */
export const silentLog: Log = pino({ level: 'silent' });

/** Only selected fields: drivers attach their whole connection, password included, to errors. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? JSON.stringify(error) : String(error);
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? { code: String(error.code) } : {};
  return { name, message, ...code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}
