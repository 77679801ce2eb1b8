import type { DatabaseHost } from './database-address.ts';

/** None of the servers accepts writes: a failover may be under way. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
}

/** Finds the primary among several servers: probes all in parallel and caches the result until a connection to it ends. */
export class PrimaryFinder {
  readonly #hosts: readonly DatabaseHost[];
  readonly #probe: (host: DatabaseHost) => Promise<void>;
  #searching: Promise<DatabaseHost> | undefined;
  #found: DatabaseHost | undefined;

  /** `probe` rejects for a server that cannot be reached or is read-only. */
  constructor(hosts: readonly DatabaseHost[], probe: (host: DatabaseHost) => Promise<void>) {
    this.#hosts = hosts;
    this.#probe = probe;
  }

  /** The primary. Concurrent callers share one search. Throws `NoPrimary` with each server's error. */
  async find(): Promise<DatabaseHost> {
    if (this.#found) return this.#found;
    this.#searching ??= this.#search().finally(() => {
      this.#searching = undefined;
    });
    return await this.#searching;
  }

  /** Drops the cached primary, unless another server was found meanwhile. */
  forget(host: DatabaseHost): void {
    if (this.#found === host) this.#found = undefined;
  }

  async #search(): Promise<DatabaseHost> {
    const failures: string[] = [];
    const probes = this.#hosts.map(async (host, place) => {
      try {
        await this.#probe(host);
        return host;
      } catch (error) {
        failures[place] = `${host.host}:${host.port}: ${error instanceof Error ? error.message : String(error)}`;
        throw error;
      }
    });
    try {
      this.#found = await Promise.any(probes);
      return this.#found;
    } catch {
      throw new NoPrimary(`no server takes writes (${failures.join('; ')})`);
    }
  }
}
