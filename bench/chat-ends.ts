import pg from 'pg';
import { callOver, hearEvents } from './chat-client.ts';

/** What went from one end to the other in one run. */
export interface EndToEnd {
  readonly perSecond: number;
  /** Of the time from sending a message to reading it at the other end, in ms. */
  readonly p95: number;
}

/** Sends the message of that id as the sender of that place. */
type Send = (place: number, id: string) => Promise<unknown>;

/** Those who wait for their message to be read at the other end, by its id. */
type Waiting = Map<string, () => void>;

/**
 * Each sender sends its next message when its last one was read at the other end, for that long. A message that is not read within ten
 * seconds is an error.
 */
async function exchange(senders: number, seconds: number, waiting: Waiting, send: Send): Promise<EndToEnd> {
  const delays: number[] = [];
  const began = performance.now();
  const end = began + seconds * 1_000;
  const one = async (place: number): Promise<void> => {
    for (let count = 0; performance.now() < end; count += 1) {
      const id = `end-${process.pid}-${Math.trunc(began)}-${place}-${count}`;
      const sentAt = performance.now();
      const read = new Promise<void>((resolve, reject) => {
        const tooLate = setTimeout(() => reject(new Error(`${id} was not read`)), 10_000);
        waiting.set(id, () => {
          clearTimeout(tooLate);
          waiting.delete(id);
          resolve();
        });
      });
      await Promise.all([send(place, id), read]);
      delays.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: senders }, (_, place) => one(place)));
  delays.sort((left, right) => left - right);
  const p95 = delays[Math.floor(delays.length * 0.95)] ?? Number.NaN;
  return { perSecond: (delays.length * 1_000) / (performance.now() - began), p95 };
}

interface Ends {
  readonly port: number;
  /** Cookies of the members who send. */
  readonly members: readonly string[];
  /** Cookie of the operator, who reads each chat as soon as the stream names it. */
  readonly operator: string;
  readonly seconds: number;
}

/** From members over HTTP to a person at the operators' stream, who reads each message that it announces. */
export async function throughTheServer({ port, members, operator, seconds }: Ends): Promise<EndToEnd> {
  const waiting: Waiting = new Map();
  const [desk, senders] = [callOver(port, operator), members.map((cookie) => callOver(port, cookie))];
  let failed: unknown;
  const read = async (data: string): Promise<void> => {
    const { subject, id } = JSON.parse(data) as { subject: string; id: string };
    if (subject !== 'conversations' || id === '') return;
    const log = await desk.get(`/api/operator/chat/log?member=${id}`);
    for (const [message, arrived] of [...waiting]) if (log.includes(message)) arrived();
  };
  const events = { path: '/api/operator/stream', cookie: operator, name: 'changed' };
  const stream = await hearEvents(port, events, (data) => {
    read(data).catch((error: unknown) => {
      failed = error;
    });
  });
  const result = await exchange(members.length, seconds, waiting, async (place, id) =>
    senders[place]?.post('/api/chat/send', `id=${id}&text=Hello`),
  );
  stream.close();
  for (const one of [desk, ...senders]) one.close();
  if (failed !== undefined) throw failed;
  return result;
}

/** The same over nothing but PostgreSQL: an insert with its notification, and a reader who selects the row that it names. */
export async function throughPostgres(url: string, senders: number, seconds: number): Promise<EndToEnd> {
  const waiting: Waiting = new Map();
  const [pool, reader] = [1, 2].map(() => new pg.Pool({ connectionString: url, max: senders })) as [pg.Pool, pg.Pool];
  const listener = new pg.Client(url);
  await listener.connect();
  await reader.query('create table if not exists bench_message (id text primary key, text text not null)');
  let failed: unknown;
  listener.on('notification', ({ payload = '' }) => {
    reader
      .query('select id from bench_message where id = $1', [payload])
      .then(({ rows }) => waiting.get(rows[0]?.id)?.())
      .catch((error: unknown) => {
        failed = error;
      });
  });
  await listener.query('listen bench_message');
  const result = await exchange(senders, seconds, waiting, (_, id) =>
    pool.query(
      `with sent as (insert into bench_message values ($1, 'Hello') returning id)
      select pg_notify('bench_message', id) from sent`,
      [id],
    ),
  );
  await Promise.all([pool.end(), listener.end(), reader.end()]);
  if (failed !== undefined) throw failed;
  return result;
}
