import type { Socket } from 'node:net';

/** `waiting`: receiving a request; `working`: until its response is sent; `idle`: between two requests. */
const phases = ['waiting', 'idle', 'working', 'visitorStream', 'memberStream'] as const;

export type Phase = (typeof phases)[number];

export interface Connection {
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
  visitorStream: Number.POSITIVE_INFINITY,
  memberStream: Number.POSITIVE_INFINITY,
};

/** Connections, members' streams aside, up to which a network is no crowd that makes room for others: more than a browser opens. */
const crowdAbove = 8;

/** Open connections, in all and by network. Operations take constant time, or as many steps as a network has connections. */
export class ConnectionTable {
  readonly #connections = new Map<Socket, Connection>();
  readonly #all = new Group();
  readonly #byNetwork = new Map<string, Group>();
  readonly #crowds = new CountedNetworks();
  readonly #visitorStreams = new CountedNetworks();

  find(socket: Socket): Connection | undefined {
    return this.#connections.get(socket);
  }

  get size(): number {
    return this.#connections.size;
  }

  countOf(network: string): number {
    return this.#byNetwork.get(network)?.size ?? 0;
  }

  add(connection: Connection): void {
    this.#connections.set(connection.socket, connection);
    this.#change(connection, (group) => group.add(connection));
  }

  remove(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    this.#connections.delete(socket);
    this.#change(connection, (group) => group.remove(connection));
  }

  move(socket: Socket, phase: Phase): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.phase === phase) return;
    this.#change(connection, (group) => group.remove(connection));
    connection.phase = phase;
    connection.sinceMs = Date.now();
    this.#change(connection, (group) => group.add(connection));
  }

  /**
   * The connection to close where there are too many in all: one whose response is not read, else the oldest without a request of the
   * largest crowd (the newcomer, where the crowd is its own and has no other). Without a crowd: an overdue one, else a visitor's stream of
   * the network with the most, else the oldest without a request of all, else the newcomer.
   */
  leastNeeded(newcomer: Connection): Connection {
    const [unread] = this.#all.of('working');
    if (unread !== undefined && isOverdue(unread)) return unread;
    const crowd = this.#largest(this.#crowds);
    if (crowd !== undefined) return crowd.oldestDispensable(newcomer) ?? newcomer;
    const oldest = this.#all.oldestDispensable(newcomer) ?? newcomer;
    if (oldest !== newcomer && isOverdue(oldest)) return oldest;
    const [stream] = this.#largest(this.#visitorStreams)?.of('visitorStream') ?? [];
    return stream ?? oldest;
  }

  /** The connection to close where a network has too many. */
  leastNeededOf(network: string, newcomer: Connection): Connection {
    const group = this.#byNetwork.get(network);
    const [unread] = group?.of('working') ?? [];
    if (unread !== undefined && isOverdue(unread)) return unread;
    return group?.oldestDispensable(newcomer) ?? newcomer;
  }

  #largest({ most, first }: CountedNetworks): Group | undefined {
    return most > crowdAbove ? this.#byNetwork.get(first) : undefined;
  }

  #change({ network }: Connection, change: (group: Group) => void): void {
    change(this.#all);
    if (network === null) return;
    const group = this.#byNetwork.get(network) ?? new Group();
    const { crowd } = group;
    const streams = group.of('visitorStream').size;
    change(group);
    this.#crowds.move(network, crowd, group.crowd);
    this.#visitorStreams.move(network, streams, group.of('visitorStream').size);
    if (group.size === 0) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, group);
  }
}

/** Connections by phase, longest in their phase first. */
class Group {
  readonly #byPhase = Object.fromEntries(phases.map((phase) => [phase, new Set()])) as Record<Phase, Set<Connection>>;

  get size(): number {
    return phases.reduce((sum, phase) => sum + this.#byPhase[phase].size, 0);
  }

  /** How many count as a crowd: none where none can be closed. */
  get crowd(): number {
    const { waiting, idle, memberStream } = this.#byPhase;
    return waiting.size + idle.size === 0 ? 0 : this.size - memberStream.size;
  }

  of(phase: Phase): ReadonlySet<Connection> {
    return this.#byPhase[phase];
  }

  add(connection: Connection): void {
    this.#byPhase[connection.phase].add(connection);
  }

  remove(connection: Connection): void {
    this.#byPhase[connection.phase].delete(connection);
  }

  /** An overdue connection without a request in progress, else the one that has had none for the longest. */
  oldestDispensable(newcomer: Connection): Connection | undefined {
    const oldest = (['waiting', 'idle'] as const).flatMap((phase) => firstOther(this.#byPhase[phase], newcomer) ?? []);
    oldest.sort((one, other) => one.sinceMs - other.sinceMs);
    return oldest.find(isOverdue) ?? oldest[0];
  }
}

/** Networks by a count, so that one with the highest is found without a search. */
class CountedNetworks {
  readonly #byCount = new Map<number, Set<string>>();
  #most = 0;

  /** The highest count. */
  get most(): number {
    return this.#most;
  }

  /** A network with the highest count; empty where there is none. */
  get first(): string {
    const [network = ''] = this.#byCount.get(this.#most) ?? [];
    return network;
  }

  move(network: string, before: number, after: number): void {
    if (before === after) return;
    const former = this.#byCount.get(before);
    former?.delete(network);
    if (former?.size === 0) this.#byCount.delete(before);
    if (after > 0) this.#byCount.set(after, (this.#byCount.get(after) ?? new Set()).add(network));
    this.#most = Math.max(this.#most, after);
    while (this.#most > 0 && !this.#byCount.has(this.#most)) this.#most -= 1;
  }
}

function firstOther(connections: ReadonlySet<Connection>, newcomer: Connection): Connection | undefined {
  for (const connection of connections) if (connection !== newcomer) return connection;
  return undefined;
}

const isOverdue = ({ phase, sinceMs }: Connection): boolean => Date.now() - sinceMs > overdueAfterMs[phase];
