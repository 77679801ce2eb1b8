import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Counter, Gauge } from 'prom-client';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { networkOf } from '../network.ts';
import { memoryBytesMax, openFilesMax, warnOncePerMinute } from '../resources.ts';
import type { IsProxy } from '../trusted-proxies.ts';

/** Limits on open connections. */
export interface ConnectionBounds {
  /** In total. */
  readonly max: number;
  /** From one network. A trusted proxy's connections count towards the total only. */
  readonly ofNetworkMax: number;
}

/** Open connections of one server. At a limit the least useful one is closed to make room for the new one. */
export interface Connections {
  watch(server: Server): void;
  /** Marks a stream, which has limits of its own and is not closed to make room. */
  keepOpen(socket: Socket): void;
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

/** Limits derived from the process's file descriptors and memory. */
export function connectionBounds(): ConnectionBounds {
  const byFiles = Math.floor((openFilesMax() - reservedFiles) * connectionShare);
  const byMemory = Math.floor((memoryBytesMax() * memoryShare) / connectionBytes);
  return { max: Math.max(32, Math.min(connectionsMost, byFiles, byMemory)), ofNetworkMax: networkConnectionsMax };
}

/**
 * `waiting`: receiving a request; `working`: until its response is sent; `idle`: between two requests.
 */
const phases = ['waiting', 'idle', 'working', 'stream'] as const;

type Phase = (typeof phases)[number];

interface Connection {
  readonly socket: Socket;
  /** Null for a proxy. */
  readonly network: string | null;
  phase: Phase;
  sinceMs: number;
  /** Requests in progress. */
  unanswered: number;
}

/** Beyond these durations a connection is closed first. A longer `working` phase means a client that reads slowly or not at all. */
const overdueAfterMs: Readonly<Record<Phase, number>> = {
  waiting: 1_000,
  idle: 10_000,
  working: 10_000,
  stream: Number.POSITIVE_INFINITY,
};

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
  const opened = (socket: Socket): void => {
    const address = socket.remoteAddress ?? '';
    const network = isProxy(address) ? null : networkOf(address);
    const connection: Connection = { socket, network, phase: 'waiting', sinceMs: Date.now(), unanswered: 0 };
    table.add(connection);
    socket.once('close', () => table.remove(socket));
    makeRoom(connection);
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
  return {
    watch(server) {
      server.on('connection', opened);
      server.prependListener('request', asked);
      // Out of descriptors or memory in accept(): only this caller is affected.
      server.on('error', (error) => {
        if (server.listening) warnOfFailure({ err: error });
      });
    },
    keepOpen: (socket) => table.move(socket, 'stream'),
  };
}

/** Connections by phase and by network, longest in their phase first. */
class ConnectionTable {
  readonly #all = new Map<Socket, Connection>();
  readonly #byPhase = Object.fromEntries(phases.map((phase) => [phase, new Set()])) as Record<Phase, Set<Connection>>;
  readonly #byNetwork = new Map<string, Set<Connection>>();

  find(socket: Socket): Connection | undefined {
    return this.#all.get(socket);
  }

  get size(): number {
    return this.#all.size;
  }

  countOf(network: string): number {
    return this.#byNetwork.get(network)?.size ?? 0;
  }

  add(connection: Connection): void {
    const { socket, network, phase } = connection;
    this.#all.set(socket, connection);
    this.#byPhase[phase].add(connection);
    if (network === null) return;
    const ofNetwork = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, ofNetwork.add(connection));
  }

  remove(socket: Socket): void {
    const connection = this.#all.get(socket);
    if (connection === undefined) return;
    this.#all.delete(socket);
    this.#byPhase[connection.phase].delete(connection);
    if (connection.network === null) return;
    const ofNetwork = this.#byNetwork.get(connection.network);
    ofNetwork?.delete(connection);
    if (ofNetwork?.size === 0) this.#byNetwork.delete(connection.network);
  }

  move(socket: Socket, phase: Phase): void {
    const connection = this.#all.get(socket);
    if (connection === undefined) return;
    if (connection.phase === phase) return;
    this.#byPhase[connection.phase].delete(connection);
    connection.phase = phase;
    connection.sinceMs = Date.now();
    this.#byPhase[phase].add(connection);
  }

  /** The connection to close; the new one itself where no other qualifies. */
  leastNeeded(newcomer: Connection): Connection {
    return leastNeededAmong(
      phases.flatMap((phase) => oldestOf(this.#byPhase[phase], newcomer) ?? []),
      newcomer,
    );
  }

  leastNeededOf(network: string, newcomer: Connection): Connection {
    const others = [...(this.#byNetwork.get(network) ?? [])].filter((one) => one !== newcomer);
    return leastNeededAmong(others, newcomer);
  }
}

/** An overdue connection, else the one waiting or idle the longest. */
function leastNeededAmong(connections: Connection[], newcomer: Connection): Connection {
  connections.sort((one, other) => one.sinceMs - other.sinceMs);
  return connections.find(isOverdue) ?? connections.find(isDispensable) ?? newcomer;
}

function oldestOf(connections: ReadonlySet<Connection>, newcomer: Connection): Connection | undefined {
  for (const connection of connections) if (connection !== newcomer) return connection;
  return undefined;
}

const isOverdue = ({ phase, sinceMs }: Connection): boolean => Date.now() - sinceMs > overdueAfterMs[phase];

const isDispensable = ({ phase }: Connection): boolean => phase === 'waiting' || phase === 'idle';

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
