import type pg from 'pg';
import type { ComponentId } from '#contract/home.ts';
import type { CellCount } from './uptime-board.ts';

/** Upserts a node's own counts. */
export async function writeCells(pool: pg.Pool, node: string, counts: readonly CellCount[]): Promise<void> {
  if (counts.length === 0) return;
  const rows = counts.map(({ component, opensAt, up, degraded, down }) => {
    return { component, opens_at: new Date(opensAt), up, degraded, down };
  });
  await pool.query(
    `insert into probe_cell (component, opens_at, node, up, degraded, down)
     select component, opens_at, $2, up, degraded, down from json_to_recordset($1)
       as counted (component text, opens_at timestamptz, up integer, degraded integer, down integer)
     on conflict (opens_at, component, node) do update
       set up = excluded.up, degraded = excluded.degraded, down = excluded.down`,
    [JSON.stringify(rows), node],
  );
}

/** Counts of other nodes, and of earlier processes of this one, of cells that open at `from` or later. */
export async function readOtherCells(pool: pg.Pool, node: string, from: number): Promise<CellCount[]> {
  const { rows } = await pool.query<CellRow>(
    `select component, opens_at, sum(up) as up, sum(degraded) as degraded, sum(down) as down
     from probe_cell where opens_at >= $1 and node <> $2 group by component, opens_at`,
    [new Date(from), node],
  );
  return rows.map(({ component, opens_at, up, degraded, down }) => {
    return { component, opensAt: opens_at.getTime(), up: Number(up), degraded: Number(degraded), down: Number(down) };
  });
}

/** Deletes cells that opened before. */
export async function forgetCells(pool: pg.Pool, before: number): Promise<void> {
  await pool.query('delete from probe_cell where opens_at < $1', [new Date(before)]);
}

interface CellRow {
  readonly component: ComponentId;
  readonly opens_at: Date;
  readonly up: bigint;
  readonly degraded: bigint;
  readonly down: bigint;
}
