import { type QueryExecutorProvider, sql } from 'kysely';
import type { Cause, CauseTexts } from '#core/donations/causes.ts';

interface CauseRow {
  readonly id: string;
  readonly texts: CauseTexts;
  readonly is_open: boolean;
}

const causeOf = ({ id, texts, is_open }: CauseRow): Cause => ({ id, texts, isOpen: is_open });

/** All causes as they are at a moment of product time (ms), in the order of their ids, closed ones included. */
export async function causesAt(within: QueryExecutorProvider, at: number): Promise<Cause[]> {
  const { rows } = await sql<CauseRow>`select c.id, now_is.texts, now_is.is_open
    from charity_cause as c cross join lateral cause_at(c.id, ${new Date(at)}) as now_is order by c.id`.execute(within);
  return rows.map(causeOf);
}

/** Whether there is such a cause at that moment, and it is open. */
export async function isOpenCause(within: QueryExecutorProvider, id: string, at: number): Promise<boolean> {
  const { rows } = await sql`select from cause_at(${id}, ${new Date(at)}) where is_open`.execute(within);
  return rows.length === 1;
}
