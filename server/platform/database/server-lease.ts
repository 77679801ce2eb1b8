import pg from 'pg';
import { lockShared, tryLock, unlockShared } from '../locks.ts';
import type { Cluster } from './cluster.ts';
import { failureOf } from './database-failure.ts';

/** One process's hold on a shared server: an open connection with a shared advisory lock, so that a crash gives it up too. */
export interface Lease {
  readonly port: number;
  /** Name of the running server, a fingerprint of its program and settings. */
  clusterName(): Promise<string>;
  /** Gives the lease up. True when nobody else holds one: from then on nobody can take one either, until `release`. */
  leave(): Promise<boolean>;
  /** Runs `listener` once when the connection ends without `release`. */
  onLost(listener: () => void): void;
  /** Ends the connection, and with it whatever is still held. */
  release(): Promise<void>;
}

/** Takes a lease on the server at `port`, or null when it is just coming or going. Throws when it is not our server. */
export async function takeLease({ folder, password }: Cluster, port: number): Promise<Lease | null> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    database: 'postgres',
    ssl: false,
    application_name: 'clearlot-lease',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  let lost = false;
  let released = false;
  let listener: () => void = () => undefined;
  const lose = (): void => {
    if (lost || released) return;
    lost = true;
    listener();
  };
  client.on('error', lose).on('end', lose);
  try {
    await client.connect();
    await lockShared(client, 'serverLease');
  } catch (error) {
    await client.end().catch(() => undefined);
    if (failureOf(error) === 'away' || !(error instanceof pg.DatabaseError)) return null;
    throw new Error(`The database server of ${folder} refuses its own password.`, { cause: error });
  }
  return {
    port,
    async clusterName() {
      const answer = await client.query<{ name: string }>("select current_setting('cluster_name') as name");
      return answer.rows[0]?.name ?? '';
    },
    async leave() {
      try {
        // In this order: of two that leave at once, one then sees nobody.
        await unlockShared(client, 'serverLease');
        return await tryLock(client, 'serverLease');
      } catch {
        return false;
      }
    },
    onLost(next) {
      listener = next;
      if (lost) next();
    },
    async release() {
      released = true;
      await client.end().catch(() => undefined);
    },
  };
}
