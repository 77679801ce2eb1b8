import { once } from 'node:events';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Listen backlog of a socket. A connection beyond it is lost without a response, and the client tries again after a second. */
const backlog = 4_096;
/**
 * Sockets on which connections arrive, where the system spreads them over several: each has a backlog of its own, and accepts one
 * connection in a turn of the event loop.
 */
const socketCount = process.platform === 'linux' ? 8 : 1;
const idleCheckMs = 50;

export interface Listener {
  /** The URL it listens on. */
  readonly address: string;
  /** Accepts no more connections and closes the server, which finishes the requests in progress. */
  close(): Promise<void>;
}

/** Listens on several sockets of one port. Fails with EADDRINUSE when another process listens there. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<Listener> {
  await requireFree(host, port);
  const shared = { host, backlog, reusePort: socketCount > 1 };
  const address = await server.listen({ ...shared, port });
  const { server: http } = server;
  const given = (http.address() as AddressInfo).port;
  const others: Server[] = [];
  const close = async (): Promise<void> => {
    const open = new Set<unknown>([server, ...others]);
    for (const other of others) other.close(() => open.delete(other));
    const closing = server.close().finally(() => open.delete(server));
    // The server does not wait for what the others have accepted, and knows when it is idle.
    while (open.size > 0) {
      http.closeIdleConnections();
      await delay(idleCheckMs);
    }
    await closing;
  };
  try {
    while (others.length < socketCount - 1) others.push(await acceptFor(http, { ...shared, port: given }));
  } catch (error) {
    await close();
    throw error;
  }
  return { address, close };
}

/** A port that several sockets share could be shared with another process, which is to be noticed instead. */
async function requireFree(host: string, port: number): Promise<void> {
  if (port === 0 || socketCount === 1) return;
  const probe = createServer().listen({ host, port });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

async function acceptFor(http: Server, options: ListenOptions): Promise<Server> {
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => http.emit('connection', socket));
  other.listen(options);
  await once(other, 'listening');
  other.on('error', (error) => http.emit('error', error));
  return other;
}
