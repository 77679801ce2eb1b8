import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { type ComponentId, componentIds, type Uptime, uptimeCellMs } from '#contract/home.ts';
import type { Log } from '#server/platform/log.ts';
import type { ComponentChecks } from './component-checks.ts';
import { forgetCells, readOtherCells, writeCells } from './probe-store.ts';
import { boardFrom, type CellCount, cellOpeningAt, type NewestCheck, uptimeBoard } from './uptime-board.ts';

export interface ProbeDependencies {
  readonly pool: pg.Pool;
  readonly log: Log;
  /** Wall time in milliseconds. */
  readonly wallNow: () => number;
}

/** Measures the platform's components and serves the uptime board of all nodes. */
export interface Probe {
  board(): Uptime;
  /** Checks every component once, stores the results and reads those of other nodes. Never throws. */
  turn(checks: ComponentChecks): Promise<void>;
  /** Reads stored results of earlier processes and other nodes. */
  load(): Promise<void>;
}

/** A slower check counts as degraded; after `checkMsMax` it counts as down. */
const slowMs = 1_000;
const checkMsMax = 5_000;

/** Retention of cells in the table, for operators. */
const cellsKeptMs = 30 * 24 * 3_600_000;

export function openProbe({ pool, log, wallNow }: ProbeDependencies): Probe {
  const node = randomUUID();
  /** Counts of other nodes and earlier processes at the last read. */
  let others: readonly CellCount[] = [];
  /** Counts of this process: the only ones of a time when the database was unreachable. */
  let own: readonly CellCount[] = [];
  let writtenThrough = 0;
  const newest = new Map<ComponentId, NewestCheck>();
  let forgottenAt = 0;

  const load = async (): Promise<void> => {
    others = await readOtherCells(pool, node, boardFrom(wallNow()));
  };
  return {
    board: () => uptimeBoard(addCounts(others, own), newest, wallNow()),
    load,
    async turn(checks) {
      const at = wallNow();
      const found = await Promise.all(
        componentIds.map(async (component) => {
          const state = await stateFrom(checks[component], component, log);
          newest.set(component, { state, at });
          const none = { component, opensAt: cellOpeningAt(at), up: 0, degraded: 0, down: 0 };
          return { ...none, [state]: 1 };
        }),
      );
      own = addCounts(own, found).filter(({ opensAt }) => opensAt >= boardFrom(at));
      try {
        const changed = own.filter(({ opensAt }) => opensAt >= writtenThrough);
        await within(checkMsMax, writeCells(pool, node, changed));
        writtenThrough = cellOpeningAt(at);
        await within(checkMsMax, load());
        if (at - forgottenAt < uptimeCellMs) return;
        forgottenAt = at;
        await within(checkMsMax, forgetCells(pool, at - cellsKeptMs));
      } catch (error) {
        log.warn({ err: error }, 'the uptime could not be stored; the next turn retries');
      }
    },
  };
}

async function stateFrom(
  check: () => Promise<'up' | 'degraded'>,
  component: ComponentId,
  log: Log,
): Promise<NewestCheck['state']> {
  const startedAt = performance.now();
  try {
    const found = await within(checkMsMax, check());
    return found === 'up' && performance.now() - startedAt > slowMs ? 'degraded' : found;
  } catch (error) {
    log.warn({ err: error, component }, 'a component check failed');
    return 'down';
  }
}

/** Sums the counts of equal cells. */
function addCounts(some: readonly CellCount[], others: readonly CellCount[]): CellCount[] {
  const sums = new Map<string, CellCount>();
  for (const count of [...some, ...others]) {
    const key = `${count.component} ${count.opensAt}`;
    const before = sums.get(key);
    sums.set(key, {
      ...count,
      up: count.up + (before?.up ?? 0),
      degraded: count.degraded + (before?.degraded ?? 0),
      down: count.down + (before?.down ?? 0),
    });
  }
  return [...sums.values()];
}

/** The outcome of the work, or an error after a timeout. A later outcome is ignored. */
async function within<Outcome>(milliseconds: number, work: Promise<Outcome>): Promise<Outcome> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
