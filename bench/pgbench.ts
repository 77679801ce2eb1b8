import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';

/** pgbench's TPC-B-like run on one database. */
export interface TpcB {
  /** Whether pgbench itself runs it, or our driver with the same script. */
  readonly by: string;
  /** Transactions per second over one run. */
  run(seconds: number): Promise<number>;
}

interface Rows {
  readonly branches: number;
  readonly tellers: number;
  readonly accounts: number;
}

const runProgram = promisify(execFile);
/** More clients than this are slower on two cores: the rival runs at its best. */
const clientCount = 16;
const outputBytesMax = 16 * 1024 * 1024;

/** Fills the database for `scale` branches and makes the run ready. */
export async function openTpcB(databaseUrl: string, scale: number): Promise<TpcB> {
  const version = await runProgram('pgbench', ['--version']).catch(() => null);
  if (!version) return await openDriverTpcB(databaseUrl, scale);
  await runProgram('pgbench', ['-i', '-q', '-s', String(scale), databaseUrl], { maxBuffer: outputBytesMax });
  return {
    by: `${version.stdout.trim()}, prepared, ${clientCount} clients`,
    async run(seconds) {
      const load = ['-M', 'prepared', '-c', String(clientCount), '-j', '2', '-T', String(seconds)];
      const { stdout } = await runProgram('pgbench', [...load, databaseUrl]);
      const tps = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
      if (!Number.isFinite(tps)) throw new Error(`pgbench did not say its tps: ${stdout}`);
      return tps;
    },
  };
}

async function openDriverTpcB(databaseUrl: string, scale: number): Promise<TpcB> {
  const rows: Rows = { branches: scale, tellers: 10 * scale, accounts: 100_000 * scale };
  const setup = new pg.Client({ connectionString: databaseUrl });
  await setup.connect();
  await setup.query(`
    create table pgbench_branches (bid int primary key, bbalance int, filler char(88)) with (fillfactor = 100);
    create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84)) with (fillfactor = 100);
    create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84)) with (fillfactor = 100);
    create table pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into pgbench_branches select n, 0, '' from generate_series(1, ${rows.branches}) as n;
    insert into pgbench_tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${rows.tellers}) as n;
    insert into pgbench_accounts select n, (n - 1) / 100000 + 1, 0, '' from generate_series(1, ${rows.accounts}) as n;
    analyze;`);
  await setup.end();
  return {
    by: `pgbench's TPC-B script through the driver (pgbench is not installed), ${clientCount} clients`,
    async run(seconds) {
      const clients = Array.from({ length: clientCount }, () => new pg.Client({ connectionString: databaseUrl }));
      await Promise.all(clients.map((client) => client.connect()));
      const start = performance.now();
      const counts = await Promise.all(clients.map((client) => playScript(client, rows, start + seconds * 1000)));
      const elapsedSeconds = (performance.now() - start) / 1000;
      await Promise.all(clients.map((client) => client.end()));
      return counts.reduce((total, count) => total + count, 0) / elapsedSeconds;
    },
  };
}

const script = {
  account: 'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
  read: 'select abalance from pgbench_accounts where aid = $1',
  teller: 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2',
  branch: 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2',
  history: 'insert into pgbench_history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
} as const;

/** One client's transactions until `end`, statement by statement as pgbench sends them. */
async function playScript(client: pg.Client, rows: Rows, end: number): Promise<number> {
  const say = (name: keyof typeof script, values: number[]) => client.query({ name, text: script[name], values });
  let count = 0;
  while (performance.now() < end) {
    const [account, teller, branch] = [anyUpTo(rows.accounts), anyUpTo(rows.tellers), anyUpTo(rows.branches)];
    const delta = anyUpTo(10_001) - 5_001;
    await client.query('begin');
    await say('account', [delta, account]);
    await say('read', [account]);
    await say('teller', [delta, teller]);
    await say('branch', [delta, branch]);
    await say('history', [teller, branch, account, delta]);
    await client.query('end');
    count++;
  }
  return count;
}

function anyUpTo(count: number): number {
  return 1 + Math.floor(Math.random() * count);
}
