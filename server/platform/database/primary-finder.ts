import type { DatabaseHost } from './database-address.ts';

/** None of the servers takes writes at the moment: a failover may be under way. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
}

/** Which of several servers takes writes: asked of all of them at once, and remembered until a connection to it ends. */
export class PrimaryFinder {
  readonly #hosts: readonly DatabaseHost[];
  readonly #probe: (host: DatabaseHost) => Promise<void>;
  #searching: Promise<DatabaseHost> | undefined;
  #found: DatabaseHost | undefined;

  /** `probe` rejects for a server that cannot be reached or takes no writes. */
  constructor(hosts: readonly DatabaseHost[], probe: (host: DatabaseHost) => Promise<void>) {
    this.#hosts = hosts;
    this.#probe = probe;
  }

  /** The primary. Callers at the same time share one search. Throws `NoPrimary` with each server's own words. */
  async find(): Promise<DatabaseHost> {
    if (this.#found) return this.#found;
    this.#searching ??= this.#search().finally(() => {
      this.#searching = undefined;
    });
    return await this.#searching;
  }

  /** The next `find` searches again, unless another server was found meanwhile. */
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
