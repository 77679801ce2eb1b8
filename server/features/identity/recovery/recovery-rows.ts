import { type Kysely, sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { RecoveryTables } from './recovery-tables.ts';

/** A decision of an operator on a recovery, in ms of wall time. */
interface RecoveryDecision {
  readonly operator: string;
  readonly decision: 'approved' | 'refused';
  readonly reason: string;
  readonly at: number;
}

/** The recoveries of all members with their decisions, in the order in which these were recorded. */
function selectRecoveries(tables: Kysely<RecoveryTables>) {
  return tables
    .selectFrom('account_recovery as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .selectAll('r')
    .select(sql<string | null>`m.username`.as('username'))
    .select(
      sql<RecoveryDecision[]>`coalesce((
        select json_agg(json_build_object('operator', d.operator, 'decision', d.decision, 'reason', d.reason,
          'at', trunc(extract(epoch from d.at) * 1000)::bigint) order by d.recorded_at, d.operator)
        from approval_decision as d where d.kind = 'recovery' and d.reference = r.member_id || '.' || r.id), '[]')`.as(
        'decisions',
      ),
    );
}

/** A page of the recoveries that have not ended, the oldest first, with whose approvals count at that moment. */
export function selectOpen(tables: Kysely<RecoveryTables>, after: string, at: number) {
  return selectRecoveries(tables)
    .select(sql<string[]>`approvers_of('recovery', r.member_id || '.' || r.id, ${new Date(at)})`.as('approvedBy'))
    .where('r.ended_at', 'is', null)
    .where('r.id', '>', after)
    .orderBy('r.id')
    .limit(pageSize);
}

/** A page of the recoveries that are over, the newest first. */
export function selectEnded(tables: Kysely<RecoveryTables>, before: string | undefined) {
  return selectRecoveries(tables)
    .where('r.ended_at', 'is not', null)
    .$if(before !== undefined, (query) => query.where('r.id', '<', before ?? ''))
    .orderBy('r.id', 'desc')
    .limit(pageSize);
}

/** Whether there is a recovery with that id: the place of a page. */
export async function isRecovery(tables: Kysely<RecoveryTables>, id: string): Promise<boolean> {
  const row = await tables.selectFrom('account_recovery').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}
