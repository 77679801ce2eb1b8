import type pg from 'pg';
import { checkTrialBalance } from '#server/ledger/check-trial-balance.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { type ChildServer, startChildServer } from './child-server.ts';
import { type DurableServer, withDurableServer } from './durable-server.ts';
import { type HttpLoad, httpLoad } from './http-load.ts';
import { openTpcB } from './pgbench.ts';
import { fillWithMembers, memberCount, placePlanRequest } from './plan-members.ts';
import { familySeconds, postmasterOf, processorSeconds } from './processor-time.ts';
import { figure, print, race } from './report.ts';

/**
 * Plans placed a second over HTTP by 10,000 signed-in members, each durable before its answer: the whole product in a process
 * of its own, against a bare Fastify POST of the same form and pgbench's TPC-B on the same database server.
 */
const secondsEach = Number(process.argv[2] ?? 5);
const connectionCount = 256;

await withDurableServer(main);

async function main(server: DurableServer): Promise<void> {
  const databaseUrl = await server.database('plans');
  const pool = createPool(databaseUrl, silentLog);
  await fillWithMembers(pool);
  const tpcB = await openTpcB(await server.database('tpcb'), 50);
  const tpcBName = `TPC-B (${tpcB.by})`;
  const product = await startChildServer('../server/main.ts', {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    RATE_LIMIT: 'off',
  });
  const bare = await startChildServer('bare-post.ts', {});
  try {
    const load = ({ port }: ChildServer, connections: number): Promise<HttpLoad> =>
      httpLoad({ port, connections, seconds: secondsEach, next: placePlanRequest });
    await race({
      title: `Plans placed over HTTP by ${memberCount} members, ${connectionCount} connections`,
      unit: 'requests/s',
      better: 'higher',
      contenders: [
        { name: 'place plan, durable', run: async () => (await load(product, connectionCount)).requestsPerSecond },
        { name: 'bare Fastify POST', run: async () => (await load(bare, connectionCount)).requestsPerSecond },
        { name: tpcBName, run: () => tpcB.run(secondsEach) },
      ],
      goals: [{ against: tpcBName, ratio: 2.5 }],
    });
    await latencies((connections) => load(product, connections));
    await processorTimes(product, postmasterOf(server.clusterFolder), () => load(product, connectionCount));
    await checkBooks(pool);
  } finally {
    await product.stop();
    await bare.stop();
    await pool.end();
  }
}

async function latencies(load: (connections: number) => Promise<HttpLoad>): Promise<void> {
  print('\nHow long a member waits for a placed plan');
  const few = await load(16);
  figure('p50 at 16 connections', few.p50Ms, 'ms', { atMost: 2 });
  figure('p99 at 16 connections', few.p99Ms, 'ms');
  const many = await load(connectionCount);
  figure(`p50 at ${connectionCount} connections`, many.p50Ms, 'ms');
  figure(`p99 at ${connectionCount} connections`, many.p99Ms, 'ms', { atMost: 50 });
}

/** Processor time per plan: unlike the rate it hardly depends on other load of the machine. */
async function processorTimes(product: ChildServer, postmaster: number, load: () => Promise<HttpLoad>): Promise<void> {
  const used = (): number[] => [
    processorSeconds(product.processId),
    familySeconds(postmaster),
    processorSeconds(process.pid),
  ];
  const before = used();
  const { answers } = await load();
  const [server, database, caller] = used().map((seconds, place) => ((seconds - (before[place] ?? 0)) / answers) * 1e6);
  print('\nProcessor time of a placed plan');
  figure('server', server ?? Number.NaN, 'µs');
  figure('database', database ?? Number.NaN, 'µs');
  figure('whoever calls', caller ?? Number.NaN, 'µs');
}

async function checkBooks(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ count: bigint }>('select count(*) from plan');
  figure('plans placed in all', Number(rows[0]?.count), 'plans');
  print(`  books after all of it: ${(await checkTrialBalance(pool)).isSound ? 'sound' : 'NOT SOUND'}`);
}
