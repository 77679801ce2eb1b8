import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { hourMs } from '#core/time/lengths.ts';
import { freezeRecovered } from '#server/features/security/freeze.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { silentLog } from '#server/platform/log.ts';
import { chainActs } from '#server/platform/operators/act-log.ts';
import { recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { withDurableServer } from './durable-server.ts';
import { fillWithMembers, memberCount } from './plan-members.ts';
import { race } from './report.ts';

/**
 * An act that touches a member, a freeze, with its row of the log and what the member sees of it, against the same act alone: one
 * after another, and many at once, also while they are chained.
 */
const operators = 8;
const lanes = 16;
const seconds = 2;
let acts = 0;

await withDurableServer(async (server) => {
  const pool = createPool(await server.database('log'), silentLog, { connectionsMax: lanes + 4 });
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await fillWithMembers(pool);
    await addOperators(pool);
    await race({
      title: 'An act of an operator, one after another',
      unit: 'ms',
      better: 'lower',
      contenders: [
        { name: 'with its row of the log', run: async () => 1_000 / (await actsPerSecond(tables, 1, logged)) },
        { name: 'without', run: async () => 1_000 / (await actsPerSecond(tables, 1, bare)) },
      ],
    });
    await race({
      title: `Acts of ${operators} operators, ${lanes} at once`,
      unit: 'acts/s',
      better: 'higher',
      contenders: [
        { name: 'with their rows of the log', run: () => actsPerSecond(tables, lanes, logged) },
        {
          name: 'with their rows, chained meanwhile',
          run: () => actsPerSecond(tables, lanes, logged, () => chainActs(tables)),
        },
        { name: 'without', run: () => actsPerSecond(tables, lanes, bare) },
      ],
    });
  } finally {
    await pool.end();
  }
});

async function addOperators(pool: pg.Pool): Promise<void> {
  const names = Array.from({ length: operators }, (_, at) => `bench${at + 1}`);
  await insertOperators(pool, Object.fromEntries(names.map((name) => [name, 'support'])));
}

type Act = (tables: Kysely<unknown>, count: number) => Promise<void>;

async function bare(tables: Kysely<unknown>, count: number): Promise<void> {
  const now = Date.now();
  await tables.transaction().execute((within) => freezeRecovered(within, memberOf(count), now, now + hourMs));
}

async function logged(tables: Kysely<unknown>, count: number): Promise<void> {
  const now = Date.now();
  const memberId = memberOf(count);
  await tables.transaction().execute(async (within) => {
    await freezeRecovered(within, memberId, now, now + hourMs);
    await recordOperatorAct(within, {
      by: { operator: `bench${1 + (count % operators)}`, role: 'support' },
      act: 'memberFrozen',
      subject: `member ${memberId}`,
      memberId,
      reason: 'asked by telephone',
      detail: { until: new Date(now + hourMs).toISOString() },
    });
  });
}

/** Another member each time. */
function memberOf(count: number): bigint {
  return BigInt(1 + ((count * 7_919) % memberCount));
}

/** Runs `act` in so many lanes for the seconds of a run, and `beside` over and over. What is left to chain is chained after it. */
async function actsPerSecond(
  tables: Kysely<unknown>,
  laneCount: number,
  act: Act,
  beside: () => Promise<unknown> = async () => undefined,
): Promise<number> {
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  let done = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      await act(tables, acts++);
      done += 1;
    }
  };
  const chaining = async (): Promise<void> => {
    while (performance.now() < end) {
      await beside();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const running = chaining();
  await Promise.all(Array.from({ length: laneCount }, lane));
  const perSecond = (done * 1_000) / (performance.now() - begun);
  await running;
  await chainActs(tables);
  return perSecond;
}
