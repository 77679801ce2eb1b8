import { type Kysely, type RawBuilder, sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import { type RecoveryRow, recoveryColumns } from './recovery-store.ts';

/** A decision of an operator on a recovery, in ms of wall time. */
interface RecoveryDecision {
  readonly operator: string;
  readonly decision: 'approved' | 'refused';
  readonly reason: string;
  readonly at: number;
}

/** Whose approvals count at that moment. */
export const approversAt = (at: number): RawBuilder<unknown> =>
  sql`approvers_of('recovery', r.member_id || '.' || r.id, ${new Date(at)}) as "approvedBy"`;

/** The columns of a recovery with its decisions, in the order in which these were recorded. */
const listed = sql`${recoveryColumns}, m.username, coalesce((
  select json_agg(json_build_object('operator', d.operator, 'decision', d.decision, 'reason', d.reason,
    'at', trunc(extract(epoch from d.at) * 1000)::bigint) order by d.recorded_at, d.operator)
  from approval_decision as d where d.kind = 'recovery' and d.reference = r.member_id || '.' || r.id), '[]') as decisions`;

interface ListedRow extends RecoveryRow {
  readonly username: string | null;
  readonly decisions: RecoveryDecision[];
}

/** A page of the recoveries that have not ended, the oldest first, with whose approvals count at that moment. */
export const selectOpen = (after: string, at: number) => sql<ListedRow & { readonly approvedBy: string[] }>`
  select ${listed}, ${approversAt(at)} from account_recovery as r join member as m on m.id = r.member_id
  where r.ended_at is null and r.id > ${after} order by r.id limit ${pageSize}`;

/** A page of the recoveries that are over, the newest first. */
export const selectEnded = (before: string | undefined) => sql<ListedRow>`
  select ${listed} from account_recovery as r join member as m on m.id = r.member_id
  where r.ended_at is not null ${before === undefined ? sql`` : sql`and r.id < ${before}`}
  order by r.id desc limit ${pageSize}`;

/** Whether there is a recovery with that id: the place of a page. */
export async function isRecovery(tables: Kysely<unknown>, id: string): Promise<boolean> {
  return (await sql`select from account_recovery where id = ${id}`.execute(tables)).rows.length > 0;
}
