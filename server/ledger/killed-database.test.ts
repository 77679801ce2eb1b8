import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedServer, startEmbeddedServer } from '#server/platform/database/embedded-server.ts';
import { ensureDatabase } from '#server/platform/database/ensure-database.ts';
import { migrate, readMigrations } from '#server/platform/database/migrations.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { findPostmaster } from '#server/platform/database/postmaster-file.ts';
import { silentLog } from '#server/platform/log.ts';
import { checkTrialBalance } from './check-trial-balance.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { deposit, place } from './transfers.fixture.ts';

/** Kills in one run of the suite; LEDGER_DATABASE_KILLS asks for more. */
const kills = Number(process.env.LEDGER_DATABASE_KILLS ?? 2);
const memberCount = 50;

let folder: string;
let server: EmbeddedServer;
let pool: pg.Pool;
let ledger: Ledger;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clearlot-ledger-'));
  server = await startEmbeddedServer({
    folder,
    durable: true,
    connectionsMax: 20,
    log: silentLog,
    onLost: (error) => {
      throw error;
    },
  });
  await ensureDatabase(server.adminUrl, 'ledger', { name: 'clearlot', password: server.passwordOf('clearlot') });
  pool = createPool(server.urlOf('ledger', 'clearlot'), silentLog);
  await migrate(pool, readMigrations(), silentLog);
  await pool.query('select ledger.open_member(id) from generate_series(1, $1::bigint) as member (id)', [memberCount]);
  ledger = openLedger({ pool, clock: { now: () => Date.now() }, outageMsMax: 60_000 });
});
afterAll(async () => {
  await ledger.close();
  await pool.end();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test(`a database killed ${kills} times under load comes back with every acknowledged transfer, each once`, async () => {
  const acknowledged: string[] = [];
  let working = true;
  const work = async (worker: number): Promise<void> => {
    for (let count = 0; working; count++) {
      const memberId = 1n + BigInt((worker + count * 7) % memberCount);
      const key = `${worker}:${count}`;
      const transfer = count % 3 === 0 ? deposit(memberId, key, 5n) : place(memberId, key, 2n);
      const outcome = await ledger.submit(transfer);
      if (outcome.status === 'committed') acknowledged.push(key);
      // Nobody else uses these keys: a replay would be our own commit taken for somebody's.
      expect(outcome.status).not.toBe('replayed');
    }
  };
  const workers = Promise.all(Array.from({ length: 32 }, (_, worker) => work(worker)));
  for (let kill = 0; kill < kills; kill++) {
    const before = acknowledged.length;
    while (acknowledged.length < before + 200) await wait(10);
    await wait(Math.random() * 50);
    const postmaster = await findPostmaster(join(folder, 'postgres'));
    if (!postmaster) throw new Error('the database server is not running');
    process.kill(postmaster.processId, 'SIGKILL');
  }
  const before = acknowledged.length;
  while (acknowledged.length < before + 200) await wait(10);
  working = false;
  await workers;
  expect(ledger.counts().outageRetries).toBeGreaterThan(0);
  const { rows } = await pool.query<{ key: string }>('select idempotency_key as key from ledger.transfers');
  expect(rows.map(({ key }) => key).sort()).toEqual(acknowledged.sort());
  expect((await checkTrialBalance(pool)).isSound).toBe(true);
});
