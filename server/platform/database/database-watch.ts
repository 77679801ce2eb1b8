import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { poll } from '../poll.ts';
import { connectionsTo, DatabaseClient, giveUpConnections } from './database-client.ts';
import { failureOf, hasDatabaseState } from './database-failure.ts';

const beatEveryMs = 500;
const retryMsMax = 2_000;
/** A response is overdue after so many pauses, not by the clock: a process that stood still itself has not read it yet. */
const pausesMax = 8;
const pauseMs = 250;

export interface DatabaseWatch {
  stop(): Promise<void>;
}

/**
 * Watches the database by a connection of its own. A server that is cut off or stands still keeps its connections open, and queries on
 * them would wait for ever. Once a response is overdue, a new connection is tried: when it succeeds, or fails too, the process gives up
 * every other connection to `url`, so that callers try again or fail. So it does when the watch has no connection and the network gives
 * it none: nothing would notice then that the others fell silent.
 */
export function watchDatabase(url: string, log: Log): DatabaseWatch {
  let client: DatabaseClient | undefined;

  /** Resolves with the connection to watch next; rejects when it was lost. */
  const beat = async (current: DatabaseClient, signal: AbortSignal): Promise<DatabaseClient> => {
    const response = current.query('select 1').then(() => current);
    if (await settlesWithin(response, pausesMax, signal)) return await response;
    log.warn('the database does not respond: trying a new connection');
    let isOverdue = true;
    let kept = current;
    current.forgetPrimary();
    const connecting = connect(url).catch((error: unknown) => {
      if (isOverdue) giveUpConnections(url, 'the server does not respond');
      throw error;
    });
    try {
      const next = await Promise.race([response, connecting, abortOf(signal)]);
      if (next === current || (await settlesWithin(response, 1, signal))) return await response;
      kept = next;
      giveUpConnections(url, 'the server does not respond', kept);
      return kept;
    } finally {
      isOverdue = false;
      connecting.then((next) => (next === kept ? undefined : next.end())).catch(() => undefined);
    }
  };

  const reconnect = async (): Promise<DatabaseClient> => {
    // Connections opened during the attempt are kept: the server accepts connections again.
    const before = connectionsTo(url);
    try {
      return await connect(url);
    } catch (error) {
      // An error returned by the server, such as too many connections, shows that it responds.
      if (failureOf(error) === 'away' && !hasDatabaseState(error))
        for (const other of before) other.giveUp('the server takes no connections');
      throw error;
    }
  };

  const watching = poll({
    name: 'database watch',
    everyMs: beatEveryMs,
    retryMsMax,
    log,
    async run(signal) {
      const current = client ?? (await reconnect());
      client = current;
      try {
        client = await beat(current, signal);
      } catch (error) {
        client = undefined;
        current.giveUp('it is no longer watched');
        throw error;
      }
    },
  });
  return {
    async stop() {
      await watching.stop();
      await client?.end().catch(() => undefined);
    },
  };
}

async function connect(url: string): Promise<DatabaseClient> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'clearlot-watch' });
  await client.connect();
  return client;
}

async function settlesWithin(promise: Promise<unknown>, pauses: number, signal: AbortSignal): Promise<boolean> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  const settled = promise.then(settle, settle);
  for (let pause = 0; pause < pauses && !isSettled; pause++)
    await Promise.race([settled, wait(pauseMs, undefined, { signal, ref: false })]);
  return isSettled;
}

/** Rejects when the signal aborts. */
async function abortOf(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted();
  await once(signal, 'abort');
  throw signal.reason;
}
