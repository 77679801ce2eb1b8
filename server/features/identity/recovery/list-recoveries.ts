import { type Kysely, sql } from 'kysely';
import type { OpenRecovery } from './recovery-store.ts';
import type { RecoveryTables } from './recovery-tables.ts';
import { approvalLifeMs } from './review-recovery.ts';

export interface ListedRecovery {
  readonly memberId: bigint;
  readonly recovery: Omit<OpenRecovery, 'wait'>;
  readonly username: string;
  readonly askedAt: number;
  readonly operators: readonly string[];
}

/** The recoveries that wait for their second approval and have not lapsed, the oldest first. */
export async function listRecoveries(
  tables: Kysely<RecoveryTables>,
  most: number,
  at: number,
): Promise<ListedRecovery[]> {
  const rows = await tables
    .selectFrom('account_recovery as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .select(['r.member_id', 'r.id', 'm.username', 'r.asked_at', 'r.request_id', 'r.password_hash'])
    .select(sql<string[]>`approvers_of('recovery', r.member_id || '.' || r.id, ${new Date(at)})`.as('operators'))
    .where('r.ended_at', 'is', null)
    .where('r.takes_effect_at', 'is', null)
    .where('r.asked_at', '>', new Date(at - approvalLifeMs))
    .orderBy('r.asked_at')
    .limit(most)
    .execute();
  return rows.map(({ member_id, id, username, asked_at, request_id, password_hash, operators }) => ({
    memberId: member_id,
    recovery: {
      id,
      askedAt: asked_at.getTime(),
      request: request_id && password_hash ? { id: request_id, passwordHash: password_hash } : null,
    },
    username,
    askedAt: asked_at.getTime(),
    operators,
  }));
}
