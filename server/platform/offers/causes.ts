import { type QueryExecutorProvider, sql } from 'kysely';
import type { Cause } from '#core/donations/causes.ts';

/** All causes as they are at a moment of product time (ms), in the order of their ids, closed ones included. */
export async function causesAt(within: QueryExecutorProvider, at: number): Promise<Cause[]> {
  const { rows } = await sql<Cause>`select c.id, now_is.texts, now_is.is_open as "isOpen"
    from charity_cause as c cross join lateral cause_at(c.id, ${new Date(at)}) as now_is order by c.id`.execute(within);
  return rows;
}

/** Whether there is such a cause at that moment, and it is open. */
export async function isOpenCause(within: QueryExecutorProvider, id: string, at: number): Promise<boolean> {
  const { rows } = await sql`select from cause_at(${id}, ${new Date(at)}) where is_open`.execute(within);
  return rows.length === 1;
}
