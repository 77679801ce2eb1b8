import { type Kysely, sql } from 'kysely';
import type { WithdrawalPasswordState } from '#contract/security.ts';
import { inMs } from '#server/platform/database/in-ms.ts';

/** Whether the member has a withdrawal password, and its pending reset. `now` is product time. */
export async function getWithdrawalPassword(
  tables: Kysely<unknown>,
  memberId: bigint,
  now: number,
): Promise<WithdrawalPasswordState> {
  const { rows } = await sql<{ requestedAt: Date | null; activeFrom: Date | null }>`
    select r.requested_at as "requestedAt", r.active_from as "activeFrom"
    from withdrawal_password as p left join withdrawal_password_reset as r on r.member_id = p.member_id
    where p.member_id = ${memberId}`.execute(tables);
  if (!rows[0]) return { isSet: false, reset: null };
  const { requestedAt, activeFrom } = inMs(rows[0]);
  const waits = requestedAt !== null && activeFrom !== null && activeFrom > now;
  return { isSet: true, reset: waits ? { requestedAt, activeFrom } : null };
}
