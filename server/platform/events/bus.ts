import { type QueryExecutorProvider, sql } from 'kysely';
import type pg from 'pg';
import { DatabaseClient } from '../database/database-client.ts';
import type { Log } from '../log.ts';

/** Messages between the nodes of one database, the sender's own included. Delivered at most once: only a hint. */
export interface Bus {
  /** Sends to every node; the payload is JSON of at most 7,500 bytes. Never throws: polling makes up for a lost message. */
  publish(topic: string, payload: unknown): Promise<void>;
  /** Calls `listener` for every message of the topic; returns a function that unsubscribes. */
  subscribe(topic: string, listener: (payload: unknown) => void): () => void;
  /** Calls `listener` after a reconnect: messages sent meanwhile are lost. */
  onGap(listener: () => void): () => void;
  close(): Promise<void>;
}

/** What a connection is called that every node that serves has, and nothing else. */
export const busName = 'clearlot-bus';

const channel = 'clearlot_bus';
const payloadBytesMax = 7_500;
const retryMsMin = 100;
const retryMsMax = 2_000;

export async function openBus(pool: pg.Pool, url: string, log: Log): Promise<Bus> {
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const gapListeners = new Set<() => void>();
  let closed = false;
  let client: pg.Client;
  let retry: NodeJS.Timeout | undefined;

  const deliver = (text: string): void => {
    const message: unknown = JSON.parse(text);
    if (!isMessage(message)) return;
    for (const listener of listeners.get(message.topic) ?? []) callSafely(() => listener(message.payload), log);
  };

  const connect = async (): Promise<void> => {
    const next = new DatabaseClient({ connectionString: url, application_name: busName });
    next.on('notification', (notice) => {
      const { payload } = notice;
      if (payload !== undefined) callSafely(() => deliver(payload), log);
    });
    let isListening = false;
    // Until LISTEN succeeds, a failure is reported by rejecting alone: handling it here too would start two reconnects.
    const lose = (): void => {
      if (!isListening || closed) return;
      isListening = false;
      next.end().catch(() => undefined);
      reconnect(retryMsMin);
    };
    next.on('error', lose).on('end', lose);
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
    isListening = true;
    client = next;
    if (closed) await next.end();
  };

  const reconnect = (waitMs: number): void => {
    retry = setTimeout(async () => {
      try {
        await connect();
        log.info('the bus is connected again');
        for (const listener of gapListeners) callSafely(listener, log);
      } catch (error) {
        log.warn({ err: error }, 'the bus cannot connect');
        if (!closed) reconnect(Math.min(retryMsMax, waitMs * 2));
      }
    }, waitMs);
  };

  await connect();
  return {
    async publish(topic, payload) {
      await pool
        // A hint needs neither fsync nor replication.
        .query({
          name: 'publish',
          text: `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`,
          values: [channel, messageText(topic, payload)],
        })
        .catch((error: unknown) => log.warn({ err: error, topic }, 'a message was not sent'));
    },
    subscribe(topic, listener) {
      const ofTopic = listeners.get(topic) ?? new Set();
      listeners.set(topic, ofTopic.add(listener));
      return () => void ofTopic.delete(listener);
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => void gapListeners.delete(listener);
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await client.end().catch(() => undefined);
    },
  };
}

/** Sends with the commit of a transaction, or not at all. */
export async function publishWithin(within: QueryExecutorProvider, topic: string, payload: unknown): Promise<void> {
  await sql`select pg_notify(${channel}, ${messageText(topic, payload)})`.execute(within);
}

function messageText(topic: string, payload: unknown): string {
  const text = JSON.stringify({ topic, payload });
  if (Buffer.byteLength(text) > payloadBytesMax) throw new RangeError(`a message of ${topic} is too long for the bus`);
  return text;
}

function isMessage(value: unknown): value is { topic: string; payload: unknown } {
  return typeof value === 'object' && value !== null && 'topic' in value && typeof value.topic === 'string';
}

function callSafely(task: () => void, log: Log): void {
  try {
    task();
  } catch (error) {
    log.error({ err: error }, 'a listener of the bus failed');
  }
}
