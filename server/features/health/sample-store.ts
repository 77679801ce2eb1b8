import type pg from 'pg';
import type { HealthPoint } from '#contract/health.ts';
import type { Load, SlowOperation } from './load-totals.ts';

export interface HealthSample extends Load {
  readonly ledgerWaiting: number;
  readonly ledgerBatches: number;
  readonly ledgerTransfers: number;
  readonly eventLoopMs: number;
}

const keptHours = 25;

/** Records one node's minute, and deletes those that are no longer shown. */
export async function recordSample(pool: pg.Pool, node: string, at: number, sample: HealthSample): Promise<void> {
  await pool.query(
    `with expired as (delete from health_sample where at < $2::timestamptz - $12 * interval '1 hour')
     insert into health_sample (node, at, requests, refusals, failures, p95_ms, ledger_waiting, ledger_batches,
       ledger_transfers, event_loop_ms, slowest)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::jsonb)`,
    [
      node,
      new Date(at),
      sample.requests,
      sample.refusals,
      sample.failures,
      sample.p95Ms,
      sample.ledgerWaiting,
      sample.ledgerBatches,
      sample.ledgerTransfers,
      sample.eventLoopMs,
      JSON.stringify(sample.slowest),
      keptHours,
    ],
  );
}

/** The samples of all nodes since then, summed by spans of that length, oldest first. */
export async function readPoints(pool: pg.Pool, since: number, spanMs: number): Promise<HealthPoint[]> {
  const { rows } = await pool.query<Omit<HealthPoint, 'at'> & { at: Date }>(
    `select date_bin($2 * interval '1 millisecond', at, 'epoch') as at, count(distinct node)::int as nodes,
       sum(requests)::int as requests, sum(refusals)::int as refusals, sum(failures)::int as failures,
       case when bool_or(p95_ms is null and requests > 0) then null else max(p95_ms)::double precision end as "p95Ms", max(ledger_waiting) as "ledgerWaiting",
       sum(ledger_batches)::int as "ledgerBatches", sum(ledger_transfers)::int as "ledgerTransfers",
       max(event_loop_ms)::double precision as "eventLoopMs"
     from health_sample where at > $1 group by 1 order by 1`,
    [new Date(since), spanMs],
  );
  return rows.map(({ at, ...point }) => ({ ...point, at: at.getTime() }));
}

/** How many nodes have measured since then. */
export async function countNodes(pool: pg.Pool, since: number): Promise<number> {
  const { rows } = await pool.query<{ nodes: number }>(
    'select count(*)::int as nodes from (select distinct node from health_sample where at > $1) as measured',
    [new Date(since)],
  );
  return rows[0]?.nodes ?? 0;
}

const slowestListed = 10;

/** The operations with the slowest minute since then, slowest first. */
export async function readSlowest(
  pool: pg.Pool,
  since: number,
): Promise<(Omit<SlowOperation, 'meanMs'> & { slowestMeanMs: number })[]> {
  const { rows } = await pool.query(
    `select s.operation, sum(s.calls)::int as calls, max(s."meanMs") as "slowestMeanMs"
     from health_sample, jsonb_to_recordset(slowest) as s (operation text, calls integer, "meanMs" double precision)
     where at > $1 group by s.operation order by max(s."meanMs") desc limit $2`,
    [new Date(since), slowestListed],
  );
  return rows;
}

export interface DueJob {
  readonly name: string;
  readonly dueAt: number;
  readonly isOverdue: boolean;
}

/** When each background job is due, by the database's clock; overdue: two minutes or more late, more than a node takes to notice. */
export async function readJobs(pool: pg.Pool): Promise<DueJob[]> {
  const { rows } = await pool.query<{ name: string; due_at: Date; overdue: boolean }>(
    `select name, due_at, due_at < now() - interval '2 minutes' as overdue from scheduled_work order by name limit 100`,
  );
  return rows.map(({ name, due_at, overdue }) => ({ name, dueAt: due_at.getTime(), isOverdue: overdue }));
}
