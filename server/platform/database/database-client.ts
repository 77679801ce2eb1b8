import pg from 'pg';
import { type DatabaseHost, hostsOf } from './database-address.ts';
import { PrimaryFinder } from './primary-finder.ts';

/** The server is read-only: a standby, or default_transaction_read_only is set. */
export class ReadOnlyHost extends Error {
  override readonly name = 'ReadOnlyHost';
}

/** ParameterStatus names by which a server reports, on connect and on every change, that it is read-only. */
const readOnlyParameters = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** By URL, shared by all connections of the process. */
const finders = new Map<string, PrimaryFinder>();

type Connected = (error: Error | null, client?: pg.Client) => void;

/**
 * The driver's client for a URL of one or several servers: it connects to the primary, and a connection to a server that becomes
 * read-only counts as lost.
 */
export class DatabaseClient extends pg.Client {
  readonly #finder: PrimaryFinder | undefined;
  #primary: DatabaseHost | undefined;

  constructor(config: pg.ClientConfig = {}) {
    const { connectionString = '' } = config;
    const [first, ...others] = hostsOf(connectionString);
    super(first ? { ...config, connectionString: first.url } : config);
    this.#finder = first && finderOf(connectionString, [first, ...others]);
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
    const connected = this.#finder ? this.#connectToPrimary(this.#finder) : super.connect();
    if (!callback) return connected;
    connected.then(
      (client) => callback(null, client),
      (error: Error) => callback(error),
    );
    return undefined;
  }

  async #connectToPrimary(finder: PrimaryFinder): Promise<pg.Client> {
    const primary = await finder.find();
    this.#primary = primary;
    this.host = primary.host;
    this.port = primary.port;
    this.connection.once('end', () => this.#forgetPrimary());
    return await super.connect();
  }

  override end(): Promise<void>;
  override end(callback: (error: Error) => void): void;
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    // Before the connection has ended: a hanging server never closes it.
    this.#forgetPrimary();
    if (!callback) return super.end();
    super.end(callback);
    return undefined;
  }

  /** After any connection end the server may no longer be the primary. */
  #forgetPrimary(): void {
    if (this.#primary) this.#finder?.forget(this.#primary);
  }
}

interface ParameterStatus {
  readonly parameterName: string;
  readonly parameterValue: string;
}

function finderOf(address: string, hosts: readonly DatabaseHost[]): PrimaryFinder {
  const known = finders.get(address) ?? new PrimaryFinder(hosts, probe);
  finders.set(address, known);
  return known;
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
