import type pg from 'pg';
import { DatabaseClient } from '#server/platform/database/database-client.ts';

/**
 * Bounds for a committer's connection. A batch takes milliseconds, so whoever holds a lock for seconds is stuck: the one that
 * waits gives up and tries again, and a transaction whose process went silent is ended by the server.
 */
const lockTimeoutMs = 5_000;
const idleInTransactionMs = 10_000;
const answerTimeoutMs = 20_000;

/** Plans are made once per connection, so they must not depend on how small the tables were at that moment. */
const settings = [
  'synchronous_commit=on',
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
];

/** A connection of the ledger's own to the pool's database. */
export async function connect(pool: pg.Pool): Promise<pg.Client> {
  const client = new DatabaseClient({
    ...pool.options,
    // The pool hides its password from being spread.
    password: pool.options.password,
    keepAlive: true,
    application_name: 'clearlot ledger',
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    query_timeout: answerTimeoutMs,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  });
  // A connection that breaks fails its queries too; without a listener the process would end as well.
  client.on('error', () => {});
  await client.connect();
  return client;
}
