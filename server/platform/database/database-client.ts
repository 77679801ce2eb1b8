import pg from 'pg';
import { type DatabaseHost, hostsOf } from './database-address.ts';
import { PrimaryFinder } from './primary-finder.ts';

/** The server is read-only: a standby, or default_transaction_read_only is set. */
export class ReadOnlyHost extends Error {
  override readonly name = 'ReadOnlyHost';
}

/** The server stopped responding, or another became the primary: the connection was given up from this side. */
export class SilentHost extends Error {
  override readonly name = 'SilentHost';
}

/** ParameterStatus names by which a server reports, on connect and on every change, that it is read-only. */
const readOnlyParameters = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** Keepalives start after this idle time (the system's default is two hours), and a connect attempt fails after that one. */
const connectionDefaults = { keepAlive: true, keepAliveInitialDelayMillis: 5_000, connectionTimeoutMillis: 10_000 };

/** A day of an interval, and the date of a moment, follow the session's time zone, in most of which not every day has 24 hours. */
const inUtc = '-c timezone=UTC';

/** What the driver begins a connection with, from its settings, the URL and the environment. */
interface StartedWith {
  readonly connectionParameters: { options?: string };
}

/** What the connections of the process to one URL share. */
interface Address {
  readonly clients: Set<DatabaseClient>;
  /** Of a URL with several servers. */
  readonly finder: PrimaryFinder | undefined;
}

const addresses = new Map<string, Address>();

type Connected = (error: Error | null, client?: pg.Client) => void;

/**
 * The driver's client for a URL of one or several servers: it connects to the primary, and a connection to a server that becomes
 * read-only, or that is no longer the primary, counts as lost.
 */
export class DatabaseClient extends pg.Client {
  readonly #address: Address;
  #primary: DatabaseHost | undefined;

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString = '' } = config;
    const [first, ...others] = hostsOf(connectionString);
    super({ ...connectionDefaults, ...config, ...(first && { connectionString: first.url }) });
    this.#address = addressOf(connectionString, first ? [first, ...others] : []);
    const { connectionParameters } = this as unknown as StartedWith;
    connectionParameters.options = `${connectionParameters.options ?? ''} ${inUtc}`.trim();
    // An unhandled 'error' event would crash the process, and the connection may break before its user can listen: queries on it fail.
    this.on('error', () => undefined);
    this.connection.on('parameterStatus', ({ parameterName, parameterValue }: ParameterStatus) => {
      if (!readOnlyParameters.has(parameterName) || parameterValue !== 'on') return;
      // Immediately: the stream's error is emitted after buffered messages, which could let the connection succeed.
      this.connection.emit('error', new ReadOnlyHost(`the server takes no writes (${parameterName} is on)`));
      this.connection.stream.destroy();
    });
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    // A promise settles once, whereas the driver may call back a second time when the server is ready.
    const connected = this.#connect();
    if (!callback) return connected;
    connected.then(
      (client) => callback(null, client),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  async #connect(): Promise<pg.Client> {
    const { clients, finder } = this.#address;
    if (finder) {
      const primary = await finder.find();
      this.#primary = primary;
      this.host = primary.host;
      this.port = primary.port;
      for (const other of clients) if (other.#primary !== primary) other.giveUp('another server takes writes');
    }
    clients.add(this);
    this.connection.once('end', () => {
      clients.delete(this);
      this.forgetPrimary();
    });
    return await super.connect();
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    // Before the connection has ended: a hanging server never closes it.
    this.forgetPrimary();
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  /** Ends the connection without the server: what waits on it fails with `SilentHost`. */
  giveUp(reason: string): void {
    this.connection.stream.destroy(new SilentHost(`connection terminated: ${reason}`));
  }

  /** Makes the next connection search the primary: after any connection end the server may no longer be it. */
  forgetPrimary(): void {
    if (this.#primary) this.#address.finder?.forget(this.#primary);
  }
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

function addressOf(url: string, hosts: readonly DatabaseHost[]): Address {
  const known = addresses.get(url);
  if (known) return known;
  const opened = { clients: new Set<DatabaseClient>(), finder: hosts[0] && new PrimaryFinder(hosts, probe) };
  addresses.set(url, opened);
  return opened;
}

/** The connections of the process to `url`, with those being opened. */
export function connectionsTo(url: string): readonly DatabaseClient[] {
  return [...(addresses.get(url)?.clients ?? [])];
}

/** Gives up every connection of the process to `url`, or all but one. */
export function giveUpConnections(url: string, reason: string, kept?: DatabaseClient): void {
  for (const client of connectionsTo(url)) if (client !== kept) client.giveUp(reason);
}

/** Timeout of a probe, reached only when no server accepts writes: the first that does ends the search. */
const probeWithinMs = 8_000;

/** Resolves when the server accepts connections and writes. */
async function probe({ url }: DatabaseHost): Promise<void> {
  const client = new DatabaseClient({
    connectionString: url,
    application_name: 'clearlot-probe',
    connectionTimeoutMillis: probeWithinMs,
  });
  await client.connect();
  client.end().catch(() => undefined);
}
