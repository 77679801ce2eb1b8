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
  /** Milliseconds on the wall. */
  readonly wallNow: () => number;
}

/** Measures the parts of the platform and keeps the board of what all nodes measured. */
export interface Probe {
  board(): Uptime;
  /** Checks every part once, writes what was found and reads what others found. Never throws. */
  turn(checks: ComponentChecks): Promise<void>;
  /** Reads what was found before and elsewhere. */
  load(): Promise<void>;
}

/** An answer that takes longer is slow; one that takes that long is none. */
const slowMs = 1_000;
const checkMsMax = 5_000;

/** How long cells are kept, for whoever looks into the table. */
const cellsKeptMs = 30 * 24 * 3_600_000;

export function openProbe({ pool, log, wallNow }: ProbeDependencies): Probe {
  const node = randomUUID();
  /** Counted elsewhere and before, when the database was last read. */
  let others: readonly CellCount[] = [];
  /** Counted by this process: all that is known of a time in which the database was away. */
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
          const state = await judge(checks[component], component, log);
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
        log.warn({ err: error }, 'the uptime could not be written, it waits for the next turn');
      }
    },
  };
}

async function judge(
  check: () => Promise<'up' | 'degraded'>,
  component: ComponentId,
  log: Log,
): Promise<NewestCheck['state']> {
  const startedAt = performance.now();
  try {
    const found = await within(checkMsMax, check());
    return found === 'up' && performance.now() - startedAt > slowMs ? 'degraded' : found;
  } catch (error) {
    log.warn({ err: error, component }, 'a part of the platform does not work');
    return 'down';
  }
}

/** The same cells added up. */
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

/** The outcome of the work, or an error once it takes too long. What it comes to later is nobody's concern. */
async function within<Outcome>(milliseconds: number, work: Promise<Outcome>): Promise<Outcome> {
  work.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
