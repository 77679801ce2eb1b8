import {
  type ComponentId,
  type ComponentState,
  componentIds,
  type Uptime,
  uptimeCellMs,
  uptimeCells,
} from '#contract/home.ts';

/** Number of checks of a component by result, in the cell that opens at `opensAt` (wall time). */
export interface CellCount {
  readonly component: ComponentId;
  readonly opensAt: number;
  readonly up: number;
  readonly degraded: number;
  readonly down: number;
}

/** The newest result of a component's check on this node. */
export interface NewestCheck {
  readonly state: Exclude<ComponentState, 'unmeasured'>;
  readonly at: number;
}

/** An older check does not count as the current state. */
const newestServesMs = 60_000;

/** Share of slow checks from which a cell counts as degraded: a single slow one in ten minutes does not. */
const degradedShare = 0.1;

export function cellOpeningAt(wallMs: number): number {
  return Math.floor(wallMs / uptimeCellMs) * uptimeCellMs;
}

/** When the first cell of the board opens. */
export function boardFrom(wallMs: number): number {
  return cellOpeningAt(wallMs) - (uptimeCells - 1) * uptimeCellMs;
}

/** The board at a wall time. A cell without checks is unmeasured and left out of the share. */
export function uptimeBoard(
  counts: readonly CellCount[],
  newest: ReadonlyMap<ComponentId, NewestCheck>,
  wallMs: number,
): Uptime {
  const from = boardFrom(wallMs);
  const byCell = new Map(counts.map((count) => [`${count.component} ${count.opensAt}`, count]));
  return {
    from,
    measuredAt: wallMs,
    components: componentIds.map((id) => {
      const row = Array.from({ length: uptimeCells }, (_, cell) => byCell.get(`${id} ${from + cell * uptimeCellMs}`));
      const checks = row.reduce((total, count) => total + checksOf(count), 0);
      const failed = row.reduce((total, count) => total + (count?.down ?? 0), 0);
      const latest = newest.get(id);
      return {
        id,
        now: latest && wallMs - latest.at <= newestServesMs ? latest.state : 'unmeasured',
        cells: row.map(stateOf),
        checks,
        answered: checks === 0 ? null : (checks - failed) / checks,
      };
    }),
  };
}

/** Down when more than half of the checks failed; degraded when any failed, or a tenth were slow. */
export function stateOf(count: CellCount | undefined): ComponentState {
  const checks = checksOf(count);
  if (!count || checks === 0) return 'unmeasured';
  if (count.down * 2 > checks) return 'down';
  return count.down > 0 || count.degraded >= checks * degradedShare ? 'degraded' : 'up';
}

function checksOf(count: CellCount | undefined): number {
  return count ? count.up + count.degraded + count.down : 0;
}
