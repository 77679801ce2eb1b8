import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ComponentState, componentIds, uptimeCellMs } from '#contract/home.ts';
import { createTestDatabase, type TestDatabase } from '#server/platform/database/test-database.ts';
import { silentLog } from '#server/platform/log.ts';
import type { CheckResult, ComponentChecks } from './component-checks.ts';
import { openProbe, type Probe } from './probe.ts';

let database: TestDatabase;
let now = 0;

beforeEach(async () => {
  database = await createTestDatabase();
  now = Date.UTC(2026, 5, 1, 12);
});

afterEach(() => database.drop());

const openNode = () => openProbe({ pool: database.pool, log: silentLog, wallNow: () => now });

const works = async (): Promise<CheckResult> => 'up';
const fails = async (): Promise<CheckResult> => Promise.reject(new Error('it is away'));
const allUp = Object.fromEntries(componentIds.map((id) => [id, works])) as unknown as ComponentChecks;

async function turns(probe: Probe, count: number, checks: ComponentChecks = allUp): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    now += 10_000;
    await probe.turn(checks);
  }
}

function row(probe: Probe, id: (typeof componentIds)[number] = 'api') {
  const found = probe.board().components.find((one) => one.id === id);
  if (!found) throw new Error(`no row of ${id}`);
  return found;
}

const lastCells = (probe: Probe, count: number): ComponentState[] => row(probe).cells.slice(-count);

test('results are shown on the board, each component by its own checks', async () => {
  const probe = openNode();
  await turns(probe, 3, { ...allUp, market: async () => 'degraded', deposits: fails });
  expect(row(probe)).toMatchObject({ now: 'up', checks: 3, answered: 1 });
  expect(row(probe, 'market')).toMatchObject({ now: 'degraded', checks: 3, answered: 1 });
  expect(row(probe, 'market').cells.at(-1)).toBe('degraded');
  expect(row(probe, 'deposits')).toMatchObject({ now: 'down', checks: 3, answered: 0 });
  expect(row(probe, 'deposits').cells.at(-1)).toBe('down');

  // What works, but takes more than a second, is late.
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    for (const [tookMs, state] of [
      [1_000, 'up'],
      [1_001, 'degraded'],
    ] as const) {
      const slow = async (): Promise<CheckResult> => {
        vi.advanceTimersByTime(tookMs);
        return 'up';
      };
      await turns(probe, 1, { ...allUp, api: slow });
      expect([row(probe).now, row(probe, 'ledger').now]).toEqual([state, 'up']);
    }
  } finally {
    vi.useRealTimers();
  }
});

test('a restart keeps what was measured and shows the time in between as not measured', async () => {
  const before = openNode();
  await turns(before, 60);
  now += 2 * uptimeCellMs;
  const after = openNode();
  await after.load();
  expect(row(after)).toMatchObject({ now: 'unmeasured', checks: 60, answered: 1 });
  await turns(after, 1);
  expect(lastCells(after, 4)).toEqual(['up', 'up', 'unmeasured', 'up']);
  expect(row(after)).toMatchObject({ now: 'up', checks: 61 });
});

test('nodes add up what each of them measured, and a node that writes twice is counted once', async () => {
  const [one, other] = [openNode(), openNode()];
  for (let turn = 0; turn < 5; turn++) {
    await turns(one, 1);
    await other.turn({ ...allUp, api: fails });
  }
  // Each turn reads the others' counts; the first node's last turn came before the other's.
  expect([row(one).checks, row(other).checks]).toEqual([9, 10]);
  await Promise.all([one.load(), other.load()]);
  for (const probe of [one, other]) expect(row(probe)).toMatchObject({ checks: 10, answered: 0.5 });
  expect(row(openNode())).toMatchObject({ checks: 0 });
});

test('a check without a response counts as down and delays neither the others nor the next turn', async () => {
  const probe = openNode();
  await turns(probe, 1, { ...allUp, stream: () => new Promise(() => undefined) });
  expect(row(probe, 'stream')).toMatchObject({ now: 'down', answered: 0 });
  expect(row(probe)).toMatchObject({ now: 'up', answered: 1 });
});

test('while the database is away its outage is measured, and written when it is back', async () => {
  const probe = openNode();
  const checks: ComponentChecks = {
    ...allUp,
    database: async () => {
      await database.pool.query('select 1');
      return 'up';
    },
  };
  await turns(probe, 2, checks);
  await withDatabaseAway(async () => {
    await turns(probe, 3, checks);
    expect(row(probe, 'database')).toMatchObject({ now: 'down', checks: 5, answered: 2 / 5 });
    expect(row(probe)).toMatchObject({ now: 'up', checks: 5 });
    // Into the next cell of the board: that of before is written as well.
    now += uptimeCellMs;
    await turns(probe, 1, checks);
  });
  await turns(probe, 2, checks);
  const fresh = openNode();
  await fresh.load();
  expect(row(fresh, 'database')).toMatchObject({ checks: 8, answered: 0.5 });
});

test('cells older than thirty days are deleted', async () => {
  const probe = openNode();
  await turns(probe, 1);
  now += 31 * 86_400_000;
  await turns(probe, 1);
  const { rows } = await database.pool.query('select distinct opens_at from probe_cell');
  expect(rows).toHaveLength(1);
});

/** Refuses new connections and ends the existing ones. */
async function withDatabaseAway(work: () => Promise<void>): Promise<void> {
  const url = new URL(database.ownerUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const outside = new pg.Client({ connectionString: url.href });
  await outside.connect();
  try {
    await outside.query(`alter database "${name}" with allow_connections false`);
    await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
    await work();
  } finally {
    await outside.query(`alter database "${name}" with allow_connections true`);
    await outside.end();
  }
}
