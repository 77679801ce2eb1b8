import { setTimeout as wait } from 'node:timers/promises';
import type { DatabaseHost } from './database-address.ts';

/** None of the servers accepts writes: a failover may be under way. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
}

/** Pause before a server that refused is probed again, while another has not responded. */
const probeAgainMs = 200;

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

  /**
   * A server that hangs takes as long as its probe may, and a standby may be promoted meanwhile: the others are probed again until
   * every server has responded.
   */
  async #search(): Promise<DatabaseHost> {
    const failures: string[] = [];
    const silent = new Set(this.#hosts);
    const probes = this.#hosts.map(async (host, place) => {
      for (;;) {
        try {
          await this.#probe(host);
          silent.clear();
          return host;
        } catch (error) {
          failures[place] = `${host.host}:${host.port}: ${error instanceof Error ? error.message : String(error)}`;
          silent.delete(host);
          if (silent.size === 0) throw error;
        }
        await wait(probeAgainMs);
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
