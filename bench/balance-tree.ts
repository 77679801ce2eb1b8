import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import { verifyBalance } from '#core/proofs/balance-tree.ts';
import { buildTree, hourMs } from '#server/features/proofs/build-tree.ts';
import { getBalanceProof } from '#server/features/proofs/get-balance-proof.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { silentLog } from '#server/platform/log.ts';
import { figure, median, print, shortNumber } from './report.ts';

/** The hourly tree over all member balances: its build time, how long it blocks the event loop, and the time of one proof. */
const memberCount = Number(process.argv[2] ?? 1_000_000);
const runs = 3;
const proofCount = 200;
const signingKey = new Uint8Array(32).fill(1);
const startMs = Date.UTC(2026, 0, 1);

const folder = mkdtempSync(join(tmpdir(), 'clearlot-tree-'));
const database = await openDatabase({ folder, log: silentLog, as: 'owner' });
try {
  await main(database.pool);
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}

async function main(pool: pg.Pool): Promise<void> {
  print(`\nTree of the balances of ${shortNumber(memberCount)} members, ${shortNumber(memberCount * 5)} USDT accounts`);
  await fill(pool);
  const seconds: number[] = [];
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  for (let hour = 0; hour < runs; hour++) {
    const begun = performance.now();
    const result = await buildTree({ pool, clock: { now: () => startMs + hour * hourMs }, signingKey });
    if (result !== 'built') throw new Error(`the tree was ${result}`);
    seconds.push((performance.now() - begun) / 1_000);
  }
  loop.disable();
  figure(`built and stored, median of ${runs}`, median(seconds), 's', { atMost: (10 * memberCount) / 1_000_000 });
  figure('longest that the process answered nobody else', loop.max / 1e6, 'ms');

  const waits: number[] = [];
  let wrong = 0;
  for (let count = 0; count < proofCount; count++) {
    const memberId = BigInt(1 + Math.floor(Math.random() * memberCount));
    const begun = performance.now();
    const isRight = await proves(pool, memberId);
    waits.push(performance.now() - begun);
    if (!isRight) wrong += 1;
  }
  figure('a member’s parts and paths, made and checked', median(waits), 'ms');
  figure(`proofs of ${proofCount} that do not hold`, wrong, 'proofs', { atMost: 0 });
}

async function proves(pool: pg.Pool, memberId: bigint): Promise<boolean> {
  const session = { memberId, username: `bench${memberId}` };
  const { published, balance, parts } = await getBalanceProof(pool, session, null);
  const node = { hash: Buffer.from(published.root, 'hex'), sum: published.total };
  const { isIncluded } = verifyBalance(
    { username: session.username, balance, parts },
    { node, leafCount: published.members },
  );
  return isIncluded && balance === balanceOf(memberId);
}

/** In two accounts. */
function balanceOf(memberId: bigint): bigint {
  return (memberId % 1_000n) * 1_000_003n + (memberId % 7n);
}

/** Inserts members and balances directly, with triggers disabled: no history is needed for this measurement. */
async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(`
    alter table ledger.balances drop constraint balances_member_id_account_id_fkey;
    alter table ledger.balances disable trigger user;
    alter table ledger.accounts disable trigger user`);
  await pool.query(
    `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
     select 'bench' || id, '$argon2id$none', 'en', 'BENCH' || id, sha256(convert_to('bench' || id, 'UTF8')), now()
     from generate_series(1, $1::int) as id order by id`,
    [memberCount],
  );
  await pool.query(
    `insert into ledger.balances (member_id, account_id, balance)
     select id, id * 32 + slot, case slot when 0 then id % 1000 * 1000003 when 4 then id % 7 when 5 then 77 else 0 end
     from generate_series(1, $1::bigint) as id, generate_series(0, 6) as slot`,
    [memberCount],
  );
  await pool.query('vacuum analyze');
}
