import pg from 'pg';
import { lockShared, tryLock, unlockShared } from '../locks.ts';
import type { Cluster } from './cluster.ts';
import { failureOf } from './database-failure.ts';

/** One process's lease on a shared server: a connection holding a shared advisory lock, so that a crash releases it too. */
export interface Lease {
  readonly port: number;
  /** `cluster_name` of the running server: a fingerprint of its program and settings. */
  clusterName(): Promise<string>;
  /** Gives up the lease. True when it was the last: no other can be taken until `release`. */
  leave(): Promise<boolean>;
  /** Runs `listener` once when the connection ends without `release`. */
  onLost(listener: () => void): void;
  /** Ends the connection, which releases all locks. */
  release(): Promise<void>;
}

/** Takes a lease on the server at `port`, or null while it starts or stops. Throws when it is not our server. */
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
        // In this order, so that of two processes leaving at once one is the last.
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
