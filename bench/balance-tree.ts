import { spawn } from 'node:child_process';
import { hash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import * as z from 'zod/mini';
import { getBalanceProof as operation } from '#contract/proofs.ts';
import { points, type Usdt, usdt } from '#core/money/amount.ts';
import { leafNode, rootOver, type SumNode, verifyBalance } from '#core/proofs/balance-tree.ts';
import { hourMs } from '#core/time/lengths.ts';
import { buildTree } from '#server/features/proofs/build-tree.ts';
import { getBalanceProof } from '#server/features/proofs/get-balance-proof.ts';
import { owedToMembersSql } from '#server/ledger/member-sums.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { figure, median, print, shortNumber } from './report.ts';

/**
 * The hourly tree over all member balances against the same tree built in one piece in memory: time, memory of both processes, how
 * long the event loop is blocked; then the time and size of single proofs. Each build runs in a process of its own.
 */
const [mode, url = '', count = '1'] = process.argv.slice(2);
const isChild = mode === 'tree' || mode === 'rival';
const memberCount = Number(isChild ? count : (mode ?? 1_000_000));
const runs = 3;
const proofCount = 200;
const signingKey = new Uint8Array(32).fill(1);
const startMs = Date.UTC(2026, 0, 1);

if (isChild) await runChild();
else await runParent();

async function runParent(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-tree-'));
  const database = await openDatabase({ folder, log: silentLog, as: 'owner' });
  try {
    await main(database.pool, database.url);
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What one process measured: seconds of each build, its own peak memory and that of its connection's process in the database. */
interface Built {
  readonly seconds: readonly number[];
  readonly bytes: number;
  readonly databaseBytes: number | null;
  readonly blockedMs: number;
}

async function runChild(): Promise<void> {
  const pool = createPool(url, silentLog, { connectionsMax: 1, name: 'clearlot-tree' });
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const seconds: number[] = [];
  for (let run = 0; run < (mode === 'rival' ? 1 : runs); run++) {
    const begun = performance.now();
    if (mode === 'rival') await buildInMemory(pool);
    else {
      const result = await buildTree({ pool, clock: { now: () => startMs + run * hourMs }, signingKey });
      if (result !== 'built') throw new Error(`the tree was ${result}`);
    }
    seconds.push((performance.now() - begun) / 1_000);
  }
  loop.disable();
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const built: Built = {
    seconds,
    bytes: process.resourceUsage().maxRSS * 1_024,
    databaseBytes: peakOf(rows[0]?.pid ?? 0),
    blockedMs: loop.max / 1e6,
  };
  process.stdout.write(`${JSON.stringify(built)}\n`);
  await pool.end();
}

/** Peak of another process's memory; null where the system does not tell. Pages that PostgreSQL’s processes share are in it. */
function peakOf(pid: number): number | null {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return kilobytes === undefined ? null : Number(kilobytes) * 1_024;
  } catch {
    return null;
  }
}

/** The rival: the same leaves and nodes, all of them read, sorted and folded in this process. */
async function buildInMemory(pool: pg.Pool): Promise<SumNode> {
  const secret = randomBytes(32);
  const { rows } = await pool.query<{
    id: bigint;
    username: string;
    usdt: bigint;
    assistance: bigint;
    promotion: bigint;
  }>(
    `select m.id, m.username, coalesce(owed.usdt, 0)::bigint as usdt, coalesce(owed.assistance, 0)::bigint as assistance,
       coalesce(owed.promotion, 0)::bigint as promotion
     from member as m left join (${owedToMembersSql()}) as owed on owed.member_id = m.id`,
  );
  const halves: [Placed[], Placed[]] = [[], []];
  for (const row of rows) {
    const id = Buffer.alloc(8);
    id.writeBigInt64BE(row.id);
    const salts = hash('sha512', Buffer.concat([secret, id]), 'buffer');
    const left = [row.usdt, row.assistance, row.promotion].map((sum, place) => {
      return (salts.readBigUInt64BE(24 - place * 8) >> 1n) % (sum + 1n);
    }) as [bigint, bigint, bigint];
    const right = [row.usdt - left[0], row.assistance - left[1], row.promotion - left[2]] as const;
    for (const [half, [amount, assistance, promotion]] of [left, right].entries()) {
      const salt = salts.subarray(half * 32, half * 32 + 32);
      const part = {
        salt,
        amount: usdt(amount),
        points: { assistance: points(assistance), promotion: points(promotion) },
      };
      halves[half]?.push({ salt, node: leafNode(row.username, part) });
    }
  }
  const sorted = halves.map((half) => half.sort((one, other) => Buffer.compare(one.salt, other.salt)));
  const [left = [], right = []] = sorted.map((half) => half.map(({ node }) => node));
  return rootOver([left, right], 2);
}

interface Placed {
  readonly salt: Buffer;
  readonly node: SumNode;
}

function inChild(which: 'tree' | 'rival', address: string): Promise<Built> {
  return new Promise((resolve, reject) => {
    const words = ['--max-old-space-size=12000', process.argv[1] ?? '', which, address, String(memberCount)];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.on('data', (text) => {
      said += text;
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(JSON.parse(said)) : reject(new Error(`${which} ended with ${code}`)),
    );
  });
}

function megabytes(bytes: number): number {
  return bytes / 1e6;
}

async function main(pool: pg.Pool, address: string): Promise<void> {
  print(`\nTree of the balances of ${shortNumber(memberCount)} members, ${shortNumber(memberCount * 7)} accounts`);
  const filling = performance.now();
  await fill(pool);
  figure('filled the database', (performance.now() - filling) / 1_000, 's');
  const built = await inChild('tree', address);
  const rival = await inChild('rival', address);
  figure(`built and stored, median of ${runs}`, median([...built.seconds]), 's', {
    atMost: (10 * memberCount) / 1_000_000,
  });
  figure('the rival: all of it in memory, nothing stored', median([...rival.seconds]), 's');
  figure('times as fast as the rival', median([...rival.seconds]) / median([...built.seconds]), 'x');
  figure('memory of the process that builds', megabytes(built.bytes), 'MB', { atMost: 300 });
  figure('the rival’s', megabytes(rival.bytes), 'MB');
  if (built.databaseBytes !== null)
    figure('memory of its process in the database', megabytes(built.databaseBytes), 'MB');
  figure('longest that the process answered nobody else', built.blockedMs, 'ms');
  figure('the rival’s', rival.blockedMs, 'ms');

  const waits: number[] = [];
  const sizes: number[] = [];
  let wrong = 0;
  for (let count = 0; count < proofCount; count++) {
    const memberId = BigInt(1 + Math.floor(Math.random() * memberCount));
    const begun = performance.now();
    const { isRight, bytes } = await proves(pool, memberId);
    waits.push(performance.now() - begun);
    sizes.push(bytes);
    if (!isRight) wrong += 1;
  }
  figure('a member’s parts and paths, made and checked', median(waits), 'ms');
  figure('a proof as it is sent', median(sizes), 'bytes');
  figure('the largest', Math.max(...sizes), 'bytes', { atMost: 30_000 });
  figure(`proofs of ${proofCount} that do not hold`, wrong, 'proofs', { atMost: 0 });
}

async function proves(pool: pg.Pool, memberId: bigint): Promise<{ readonly isRight: boolean; readonly bytes: number }> {
  const session = { memberId, username: `bench${memberId}` };
  const proof = await getBalanceProof(pool, session, null);
  const { published, balance, points: owned, parts } = proof;
  const node = { hash: Buffer.from(published.root, 'hex'), sum: published.total, points: published.points };
  const { isIncluded } = verifyBalance(
    { username: session.username, balance, points: owned, parts },
    { node, leafCount: published.members },
  );
  const bytes = Buffer.byteLength(JSON.stringify(z.encode(operation.output, proof)));
  return { isRight: isIncluded && balance === balanceOf(memberId) && owned?.assistance === 77n, bytes };
}

/** In two accounts. */
function balanceOf(memberId: bigint): Usdt {
  return usdt((memberId % 1_000n) * 1_000_003n + (memberId % 7n));
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
