import type { Kysely } from 'kysely';
import type { WithdrawalPasswordState } from '#contract/security.ts';
import type { SecurityTables } from './security-tables.ts';

/** Whether the member has a withdrawal password, and its pending reset. `now` is product time. */
export async function getWithdrawalPassword(
  tables: Kysely<SecurityTables>,
  memberId: bigint,
  now: number,
): Promise<WithdrawalPasswordState> {
  const row = await tables
    .selectFrom('withdrawal_password as f')
    .leftJoin('withdrawal_password_reset as r', 'r.member_id', 'f.member_id')
    .select(['r.requested_at', 'r.active_from'])
    .where('f.member_id', '=', memberId)
    .executeTakeFirst();
  if (!row) return { isSet: false, reset: null };
  const { requested_at, active_from } = row;
  const waits = requested_at !== null && active_from !== null && active_from.getTime() > now;
  return {
    isSet: true,
    reset: waits ? { requestedAt: requested_at.getTime(), activeFrom: active_from.getTime() } : null,
  };
}
