import type pg from 'pg';
import { DatabaseClient } from '#server/platform/database/database-client.ts';

/**
 * Timeouts of a committer's connection. A batch takes milliseconds, so a lock held for seconds is stuck: the waiting batch gives up
 * and retries, and the server ends a transaction whose process went silent.
 */
const lockTimeoutMs = 5_000;
const idleInTransactionMs = 10_000;
const answerTimeoutMs = 20_000;

/** Generic query plans are cached per connection and must not depend on table sizes at that moment. */
const settings = [
  'synchronous_commit=on',
  'plan_cache_mode=force_generic_plan',
  'enable_seqscan=off',
  'enable_hashjoin=off',
  'enable_mergejoin=off',
  'jit=off',
];

/** A dedicated connection to the pool's database. */
export async function connect(pool: pg.Pool): Promise<pg.Client> {
  const client = new DatabaseClient({
    ...pool.options,
    // The pool's password is a non-enumerable property, which a spread leaves out.
    password: pool.options.password,
    application_name: 'clearlot ledger',
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    query_timeout: answerTimeoutMs,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  });
  await client.connect();
  return client;
}
