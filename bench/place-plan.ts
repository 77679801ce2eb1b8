import { type ChildProcess, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';
import { openLedger } from '#server/ledger/ledger.ts';
import { startEmbeddedServer } from '#server/platform/database/embedded-server.ts';
import { ensureDatabase } from '#server/platform/database/ensure-database.ts';
import { migrate, readMigrations } from '#server/platform/database/migrations.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { httpLoad } from './http-load.ts';
import { openTpcB } from './pgbench.ts';
import { figure, print, race } from './report.ts';

/**
 * Plans placed a second over HTTP by 10,000 signed-in members, each durable before its answer: the whole product in a process
 * of its own, against a bare Fastify POST of the same form and pgbench's TPC-B on the same database server.
 */
const secondsEach = Number(process.argv[2] ?? 5);
const memberCount = 10_000;
const connectionCount = 256;

interface Rival {
  readonly port: number;
  readonly process: ChildProcess;
}

let requests = 0;

await main();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'clearlot-bench-'));
  const server = await startEmbeddedServer({
    folder,
    durable: true,
    connectionsMax: 200,
    log: silentLog,
    onLost: (error) => {
      throw error;
    },
  });
  const database = async (name: string): Promise<string> => {
    await ensureDatabase(server.adminUrl, name, 'clearlot');
    return server.urlOf(name, 'clearlot');
  };
  const rivals: Rival[] = [];
  const start = async (file: string, environment: Readonly<Record<string, string>>): Promise<Rival> => {
    const rival = await startProcess(file, environment);
    rivals.push(rival);
    return rival;
  };
  try {
    const databaseUrl = await database('plans');
    const pool = createPool(databaseUrl, silentLog);
    await fill(pool);
    const tpcB = await openTpcB(await database('tpcb'), 50);
    const product = await start('../server/main.ts', { PORT: '0', DATABASE_URL: databaseUrl, RATE_LIMIT: 'off' });
    const bare = await start('bare-post.ts', {});
    const load = (port: number, connections: number) =>
      httpLoad({ port, connections, seconds: secondsEach, next: nextRequest });
    await race({
      title: `Plans placed over HTTP, ${connectionCount} connections`,
      unit: 'requests/s',
      better: 'higher',
      contenders: [
        { name: 'place plan, durable', run: async () => (await load(product.port, connectionCount)).requestsPerSecond },
        { name: 'bare Fastify POST', run: async () => (await load(bare.port, connectionCount)).requestsPerSecond },
        { name: `TPC-B (${tpcB.by})`, run: () => tpcB.run(secondsEach) },
      ],
      goals: [{ against: `TPC-B (${tpcB.by})`, ratio: 2.5 }],
    });
    await latencies(product.port, load);
    const { rows } = await pool.query<{ count: bigint }>('select count(*) from plan');
    figure('plans placed in all', Number(rows[0]?.count), 'plans');
    print(`  books after all of it: ${(await checkTrialBalance(pool)).isSound ? 'sound' : 'NOT SOUND'}`);
    await pool.end();
  } finally {
    for (const rival of rivals) await stopProcess(rival);
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function latencies(
  port: number,
  load: (port: number, connections: number) => ReturnType<typeof httpLoad>,
): Promise<void> {
  print('\nHow long a member waits for a placed plan');
  const few = await load(port, 16);
  figure('p50 at 16 connections', few.p50Ms, 'ms', { atMost: 2 });
  figure('p99 at 16 connections', few.p99Ms, 'ms');
  const many = await load(port, connectionCount);
  figure(`p50 at ${connectionCount} connections`, many.p50Ms, 'ms');
  figure(`p99 at ${connectionCount} connections`, many.p99Ms, 'ms', { atMost: 50 });
}

/** The members' tokens are made up by counting: the database knows their hashes, as it would of real ones. */
function tokenOf(memberId: number): string {
  return memberId.toString().padStart(43, 'A');
}

function nextRequest(): string {
  const count = requests++;
  const member = 1 + ((count * 7_919) % memberCount);
  const body = `id=1&coin=ETH&multiple=${1 + (count % 5)}&price=${10 + (count % 90)}`;
  return [
    'POST /api/Exchange/shenqing HTTP/1.1',
    'host: 127.0.0.1',
    'x-clearlot: 1',
    'x-clearlot-locale: en',
    `idempotency-key: bench-${process.pid}-${count}`,
    `cookie: clearlot_session=${tokenOf(member)}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

async function fill(pool: pg.Pool): Promise<void> {
  await migrate(pool, readMigrations(), silentLog);
  await pool.query(
    `insert into member (username, password_hash, locale, invitation_code, registration_proof, created_at)
     select 'bench' || id, '$argon2id$none', 'en', 'BENCH' || id, sha256(convert_to('bench' || id, 'UTF8')), now()
     from generate_series(1, $1::int) as id order by id`,
    [memberCount],
  );
  await pool.query('select ledger.open_member(id) from member');
  const hashes = Array.from({ length: memberCount }, (_, index) => hash('sha256', tokenOf(index + 1), 'buffer'));
  await pool.query(
    `insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, user_agent, address)
     select token_hash, id, now(), now(), now() + interval '1 day', 'bench', '127.0.0.1'
     from unnest($1::bytea[]) with ordinality as s (token_hash, id)`,
    [hashes],
  );
  const ledger = openLedger({ pool, clock: { now: () => Date.now() } });
  for (let from = 1; from <= memberCount; from += 5_000) {
    const members = Array.from({ length: 5_000 }, (_, index) => BigInt(from + index));
    await ledger.submitMany(members.map(funding));
  }
  await ledger.close();
  await pool.query('vacuum analyze');
}

function funding(memberId: bigint) {
  const from = houseAccount('rail', memberId);
  const to = memberAccount(memberId, 'available');
  return {
    key: `fund:${memberId}`,
    inputHash: '0'.repeat(64),
    kind: 'depositConfirmed',
    reference: 'bench',
    moves: [{ from, to, amount: usdt(10n ** 13n) }],
  } as const;
}

/** Starts a server in a process of its own and waits for the line that names its address. */
function startProcess(file: string, environment: Readonly<Record<string, string>>): Promise<Rival> {
  const child = spawn(process.execPath, [new URL(file, import.meta.url).pathname], {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const port = Number(/is ready: http:\/\/[^:]+:(\d+)/.exec(said)?.[1]);
      if (port > 0) resolve({ port, process: child });
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}: ${said}`)));
  });
}

function stopProcess({ process: child }: Rival): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
