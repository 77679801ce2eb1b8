import { createHash } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';
import { migrate, readMigrations } from '#server/platform/database/migrations.ts';
import { createTestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';

/** What databases of the last published version have applied: up to this number, with SHA-256 over names and hashes. */
const published = { last: 52, digest: '5d3d6752bb81a44931a7eb6e655aa35a85caabce0fbb0c20801146fe5af82057' };
const ofPublished = readMigrations().filter(({ number }) => number <= published.last);

test('no migration that a published version has applied is changed, left out or put between', () => {
  const lines = ofPublished.map(({ name, hash }) => `${name} ${hash}\n`).join('');
  expect(createHash('sha256').update(lines).digest('hex')).toBe(published.digest);
});

test('a database of the published version is migrated with all that it holds', async () => {
  const database = await createTestDatabase();
  const { owner } = database;
  await owner.query(
    'drop schema ledger cascade; drop schema market cascade; drop schema public cascade; create schema public',
  );
  await migrate(owner, ofPublished, silentLog);
  await owner.query(aMembersRows);
  const before = await everyRow(owner);
  for (const table of ['public.member', 'ledger.postings', 'public.plan', 'public.security_act'])
    expect(before.get(table)?.length, table).toBeGreaterThan(0);

  await migrate(owner, readMigrations(), silentLog);
  const lost: string[] = [];
  for (const [table, rows] of [...before].filter(([, { length }]) => length > 0)) {
    const { rows: missing } = await owner.query<{ was: string }>(
      `select was::text from unnest($1::jsonb[]) as was where not exists (select from ${table} as t where to_jsonb(t) @> was)`,
      [rows],
    );
    lost.push(...missing.map(({ was }) => `${table}: ${was}`));
  }
  expect(lost).toEqual([]);
  expect(await checkTrialBalance(owner)).toMatchObject({ isSound: true });
  await database.drop();
});

/** A member with a deposit, a running plan and a freeze in the history, by the SQL of that version. */
const aMembersRows = `
  insert into member (id, username, password_hash, locale, time_zone, invitation_code, registration_proof, created_at)
    overriding system value values (7, 'earlier7', '$argon2id$', 'thai', 'Asia/Bangkok', 'EARLIER7', sha256('7'), now());
  select ledger.open_member(7);
  insert into plan_group (coin, starts_at, engine, strategy, "interval", rounds, leverage, maximum_profit, maximum_loss, fee_rate, market, market_hash)
    values ('BTC', '2026-01-01', 1, 'trend-1', '5m', 12, 10, 0.5, 0.3, 0.001, '{}', encode(sha256('{}'), 'hex'));
  insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at)
    select 7, '0000000000000007', id, 1, 3000000, 900000, now() from plan_group;
  with transfers as (
    insert into ledger.transfers (id, idempotency_key, input_hash, kind, reference, posting_count, at) values
      (2048, 'deposit:7', sha256('1'), 'depositConfirmed', '0000000000000001', 1, now()),
      (2049, 'plan:7', sha256('2'), 'planPlaced', '0000000000000007', 1, now())
  )
  insert into ledger.postings values
    (7, 2048, 0, -32, 7 * 32, 5000000, -5000000, 5000000),
    (7, 2049, 0, 7 * 32, 7 * 32 + 1, 3000000, 2000000, 3000000);
  insert into security_act (member_id, id, act, at) values (7, '0000000000000009', 'frozen', now())`;

/** The rows of every table as JSON, but those of the migrations themselves. */
async function everyRow(owner: pg.Pool): Promise<Map<string, string[]>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'ledger', 'market') and tablename <> 'migration'`,
  );
  const found = new Map<string, string[]>();
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} as t`);
    found.set(
      name,
      rows.map(({ row }) => row),
    );
  }
  return found;
}
