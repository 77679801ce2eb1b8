import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Counter, Gauge } from 'prom-client';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { networkOf } from '../network.ts';
import { memoryBytesMax, openFilesMax, warnOncePerMinute } from '../resources.ts';
import type { IsProxy } from '../trusted-proxies.ts';
import { type ConnectionQueue, createConnectionQueue, type Urgency } from './connection-queue.ts';
import { type Connection, ConnectionTable } from './connection-table.ts';
import { PreferredNetworks } from './preferred-networks.ts';

/** Limits on open connections. */
export interface ConnectionBounds {
  /** In total. */
  readonly max: number;
  /** From one network. A trusted proxy's connections count towards the total only. */
  readonly ofNetworkMax: number;
}

/** Open connections of one server. At a limit the least useful one is closed to make room for the new one. */
export interface Connections {
  /** Takes over the server's connections. Call before it listens. */
  watch(server: Server): void;
  /** Marks a stream, which has limits of its own: a member’s is never closed to make room, a visitor’s only where no idle connection is left. */
  keepOpen(socket: Socket, isMember: boolean): void;
  /** Notes a network that a signed-in account uses: for a minute a few of its connections are handled at once. */
  prefer(network: string, account: string): void;
  /** Whether a crowd of connections is arriving: the next one is accepted when this turn of the event loop ends. */
  readonly isCrowded: boolean;
}

/** File descriptors reserved for the database, the log and libraries. */
const reservedFiles = 128;
/** Share of descriptors for connections; the rest is for files of the web app being sent. */
const connectionShare = 0.75;
const memoryShare = 0.25;
/** Memory of a connection that receives a head and a body of the largest size. */
const connectionBytes = 96 * 1024;
const connectionsMost = 30_000;

/** Per network: many members share the address of a mobile network, each with a stream and a few connections. */
const networkConnectionsMax = 512;

/** Open connections of a network beyond which it is a crowd. */
const fewOfNetwork = 4;

/** Limits derived from the process's file descriptors and memory. */
export function connectionBounds(): ConnectionBounds {
  const byFiles = Math.floor((openFilesMax() - reservedFiles) * connectionShare);
  const byMemory = Math.floor((memoryBytesMax() * memoryShare) / connectionBytes);
  return { max: Math.max(32, Math.min(connectionsMost, byFiles, byMemory)), ofNetworkMax: networkConnectionsMax };
}

/** Most pipelined requests per connection. Browsers send one; each may open a file or fill a buffer. */
const pipelinedMax = 4;

type CloseReason = 'full' | 'network' | 'pipeline';

export interface ConnectionDependencies {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly isProxy: IsProxy;
  readonly bounds: ConnectionBounds;
}

export function createConnections({ log, metrics, isProxy, bounds }: ConnectionDependencies): Connections {
  const table = new ConnectionTable();
  const preferred = new PreferredNetworks();
  const { closed } = addMetrics(metrics, table, bounds);
  const warn = warnOncePerMinute(log, 'connections were closed to make room');
  const warnOfFailure = warnOncePerMinute(log, 'connections could not be accepted');

  const close = (socket: Socket, reason: CloseReason, network: string | null): void => {
    closed.inc({ reason });
    warn({ reason, network, open: table.size, ...bounds });
    table.remove(socket);
    socket.destroy();
  };
  const makeRoom = (newcomer: Connection): void => {
    const { network } = newcomer;
    if (network !== null && table.countOf(network) > bounds.ofNetworkMax) {
      close(table.leastNeededOf(network, newcomer).socket, 'network', network);
    }
    if (table.size > bounds.max) close(table.leastNeeded(newcomer).socket, 'full', network);
  };
  const opened = (socket: Socket): Connection => {
    const address = socket.remoteAddress ?? '';
    const network = isProxy(address) ? null : networkOf(address);
    const connection: Connection = { socket, network, phase: 'waiting', sinceMs: Date.now(), unanswered: 0 };
    table.add(connection);
    socket.once('close', () => table.remove(socket));
    makeRoom(connection);
    return connection;
  };
  const asked = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket, headers } = request;
    const connection = table.find(socket);
    if (connection === undefined) return;
    connection.unanswered += 1;
    if (connection.unanswered > pipelinedMax) {
      close(socket, 'pipeline', connection.network);
      return;
    }
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (hasBody) request.once('end', () => table.move(socket, 'working'));
    table.move(socket, hasBody ? 'waiting' : 'working');
    response.once('close', () => {
      connection.unanswered -= 1;
      if (connection.unanswered === 0) table.move(socket, 'idle');
    });
  };
  /** A proxy's connections are of many networks. */
  const urgencyOf = (network: string | null): Urgency => {
    if (network === null) return 'prompt';
    const count = table.countOf(network);
    if (count <= preferred.allowed(network)) return 'prompt';
    return count > fewOfNetwork ? 'crowd' : 'usual';
  };
  let queue: ConnectionQueue | undefined;
  return {
    watch(server) {
      const handlers = server.listeners('connection');
      server.removeAllListeners('connection');
      const pending = createConnectionQueue((socket) => {
        for (const handler of handlers) handler.call(server, socket);
      });
      queue = pending;
      server.on('connection', (socket: Socket) => {
        const { network } = opened(socket);
        pending.add(socket, network ?? '', urgencyOf(network));
      });
      server.prependListener('request', asked);
      // Out of descriptors or memory in accept(): only this caller is affected.
      server.on('error', (error) => {
        if (server.listening) warnOfFailure({ err: error });
      });
    },
    keepOpen: (socket, isMember) => table.move(socket, isMember ? 'memberStream' : 'visitorStream'),
    get isCrowded() {
      return queue?.isCrowded ?? false;
    },
    prefer(network, account) {
      const before = preferred.allowed(network);
      preferred.note(network, account);
      const more = preferred.allowed(network) - before;
      if (more > 0) queue?.release(network, more);
    },
  };
}

function addMetrics({ registry }: Metrics, table: ConnectionTable, bounds: ConnectionBounds) {
  const registers = [registry];
  new Gauge({
    name: 'clearlot_connections',
    help: 'Open connections',
    registers,
    collect() {
      this.set(table.size);
    },
  });
  new Gauge({ name: 'clearlot_connections_max', help: 'Most connections at once', registers }).set(bounds.max);
  const closed = new Counter({
    name: 'clearlot_connections_closed_total',
    help: 'Connections closed to make room, by the bound that was reached',
    labelNames: ['reason'],
    registers,
  });
  return { closed };
}
