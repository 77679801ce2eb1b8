import type pg from 'pg';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { usdt } from '#core/money/amount.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';
import { type Ledger, openLedger, type Submission } from '#server/ledger/ledger.ts';
import { migrate, readMigrations } from '#server/platform/database/migrations.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { type DurableServer, withDurableServer } from './durable-server.ts';
import { openTpcB, type TpcB } from './pgbench.ts';
import { print, race, shortNumber } from './report.ts';

/** Transfers a second of the ledger against pgbench's TPC-B-like run, on one durable server, in turn. */
const secondsEach = Number(process.argv[2] ?? 5);
const memberCount = 10_000;
const inputHash = 'a'.repeat(64);

/** A row that is written with each placement, about as wide as a plan's. */
const insertPlan = {
  name: 'bench insert plan',
  columns: {
    member_id: 'bigint',
    coin: 'text',
    level: 'integer',
    leverage: 'integer',
    amount: 'bigint',
    transfer_id: 'bigint',
    transfer_at: 'timestamptz',
  },
  sql: `insert into bench_plans (member_id, coin, level, leverage, amount, transfer_id, placed_at)
    select member_id, coin, level, leverage, amount, transfer_id, transfer_at
    from given as plan`,
} as const;
const planTable = `create table bench_plans (
  id bigint generated always as identity, member_id bigint not null, coin text not null, level int not null,
  leverage int not null, amount bigint not null, transfer_id bigint not null, placed_at timestamptz not null,
  status text not null default 'running', primary key (member_id, id))`;

let counter = 0;

interface Load {
  readonly transfersPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

await withDurableServer(main);

async function main(server: DurableServer): Promise<void> {
  const pool = createPool(await server.database('ledger'), silentLog);
  await fill(pool);
  const ledger = openLedger({ pool, clock: { now: () => Date.now() } });
  await ledger.submitPages(fundingPages());
  print('Durable server with the settings that ship; every answer is on disk. One process, callers in it.');
  await raceAgainst(ledger, await openTpcB(await server.database('tpcb_50'), 50));
  await raceOnOneAccount(ledger, await openTpcB(await server.database('tpcb_1'), 1));
  await latencies(ledger);
  await ledger.close();
  const { isSound } = await checkTrialBalance(pool);
  print(`  books after all of it: ${isSound ? 'sound' : 'NOT SOUND'}`);
  await pool.end();
}

async function raceAgainst(ledger: Ledger, tpcB: TpcB): Promise<void> {
  print(`\nRival: ${tpcB.by}`);
  const tpcBName = 'TPC-B, scale 50';
  await race({
    title: 'Ledger: placements by 10,000 members, each with its plan row',
    unit: 'transfers/s',
    better: 'higher',
    contenders: [
      { name: 'ledger, 256 callers', run: async () => (await load(ledger, 256, placement)).transfersPerSecond },
      { name: 'ledger, 64 callers', run: async () => (await load(ledger, 64, placement)).transfersPerSecond },
      { name: tpcBName, run: () => tpcB.run(secondsEach) },
    ],
    goals: [{ against: tpcBName, ratio: 2.5 }],
  });
}

async function raceOnOneAccount(ledger: Ledger, tpcB: TpcB): Promise<void> {
  print(`\nRival: ${tpcB.by}`);
  const tpcBName = 'TPC-B, scale 1';
  await race({
    title: 'Ledger: everything on one house account',
    unit: 'transfers/s',
    better: 'higher',
    contenders: [
      { name: 'ledger, 256 callers', run: async () => (await load(ledger, 256, deposit)).transfersPerSecond },
      { name: tpcBName, run: () => tpcB.run(secondsEach) },
    ],
    goals: [{ against: tpcBName, ratio: 8 }],
  });
}

async function latencies(ledger: Ledger): Promise<void> {
  print('\nLedger: how long a caller waits');
  for (const callers of [1, 16, 64, 256, 512]) {
    const { transfersPerSecond, p50Ms, p99Ms } = await load(ledger, callers, placement);
    const rate = `${shortNumber(transfersPerSecond)} transfers/s`;
    print(`  ${String(callers).padStart(3)} callers: ${rate}, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`);
  }
}

/** `callers` callers, each submitting its next transfer when the last one has returned. */
async function load(ledger: Ledger, callers: number, next: (memberId: bigint) => Submission): Promise<Load> {
  const waits: number[] = [];
  const start = performance.now();
  const end = start + secondsEach * 1000;
  const call = async (): Promise<void> => {
    for (let now = performance.now(); now < end; ) {
      const outcome = await ledger.submit(next(1n + BigInt(Math.floor(Math.random() * memberCount))));
      if (outcome.status !== 'committed') throw new Error(`a transfer was ${outcome.status}`);
      const answered = performance.now();
      waits.push(answered - now);
      now = answered;
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  const elapsedSeconds = (performance.now() - start) / 1000;
  waits.sort((left, right) => left - right);
  const quantile = (share: number): number => waits[Math.floor(waits.length * share)] ?? Number.NaN;
  return { transfersPerSecond: waits.length / elapsedSeconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99) };
}

function placement(memberId: bigint): Submission {
  return {
    key: `plan:${memberId}:${counter++}`,
    inputHash,
    kind: 'planPlaced',
    reference: `${counter}`,
    postings: [
      { from: memberAccount(memberId, 'available'), to: memberAccount(memberId, 'plans'), amount: usdt(1_000_000n) },
    ],
    rows: [attach(insertPlan, { member_id: memberId, coin: 'ETH', level: 1, leverage: 3, amount: 1_000_000n })],
  };
}

function deposit(memberId: bigint): Submission {
  return {
    key: `deposit:${counter++}`,
    inputHash,
    kind: 'depositConfirmed',
    reference: `${counter}`,
    postings: [
      { from: houseAccount('rail', memberId), to: memberAccount(memberId, 'available'), amount: usdt(1_000_000n) },
    ],
  };
}

async function fill(pool: pg.Pool): Promise<void> {
  await migrate(pool, readMigrations(), silentLog);
  await pool.query(planTable);
  await pool.query('select ledger.open_member(id) from generate_series(1, $1::int) as id', [memberCount]);
}

async function* fundingPages(): AsyncGenerator<Submission[]> {
  for (let start = 0; start < memberCount; start += 5_000) {
    yield Array.from({ length: 5_000 }, (_, index): Submission => {
      const memberId = BigInt(start + index + 1);
      const rail = houseAccount('rail', memberId);
      const available = memberAccount(memberId, 'available');
      return { ...deposit(memberId), postings: [{ from: rail, to: available, amount: usdt(10n ** 13n) }] };
    });
  }
}
