import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface SeveringProxy {
  /** The address of the database by way of the proxy. */
  readonly url: string;
  /**
   * Cuts the connection as soon as the client says `words`, for the next `times` of them. What was said reaches the database
   * after `delayMs`, or not at all for null; the answer never comes back.
   */
  cutAt(words: string, times: number, delayMs: number | null): void;
  readonly cuts: number;
  /** Passes nothing on any more over the connections of now, which stay open; `resume` passes on what was held back. */
  silence(): void;
  resume(): void;
  /** Accepts new connections, and passes nothing on over them before `resume`. */
  hang(): void;
  /** How many connections are open that were accepted so. */
  readonly hanging: number;
  /** Refuses new connections. */
  refuse(): void;
  close(): Promise<void>;
}

/** A way to the database that fails exactly when it hurts. */
export async function openSeveringProxy(databaseUrl: string): Promise<SeveringProxy> {
  const target = new URL(databaseUrl);
  let plan: { words: string; times: number; delayMs: number | null } | undefined;
  let cuts = 0;
  let isHanging = false;
  const hanging = new Set<Socket>();
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    for (const socket of [client, database]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => open.delete(socket));
    }
    database.on('data', (said) => client.write(said));
    database.on('close', () => client.destroy());
    client.on('data', (said) => {
      if (!plan || plan.times === 0 || !said.includes(plan.words)) {
        database.write(said);
        return;
      }
      plan.times--;
      cuts++;
      const { delayMs } = plan;
      client.destroy();
      if (delayMs === null) database.destroy();
      else setTimeout(() => database.end(said), delayMs);
    });
    client.on('end', () => database.end());
    if (!isHanging) return;
    hanging.add(client);
    client.on('close', () => hanging.delete(client));
    for (const socket of [client, database]) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cutAt(words, times, delayMs) {
      plan = { words, times, delayMs };
    },
    silence() {
      for (const socket of open) socket.pause();
    },
    hang() {
      isHanging = true;
    },
    get hanging() {
      return hanging.size;
    },
    resume() {
      isHanging = false;
      for (const socket of open) socket.resume();
    },
    refuse: () => void server.close(),
    get cuts() {
      return cuts;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      if (server.listening || open.size > 0) await closed;
    },
  };
}
