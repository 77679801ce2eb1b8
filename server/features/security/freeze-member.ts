import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { freezeMember as operation } from '#contract/security-operators.ts';
import { operatorFreezeEveryMs, operatorFreezeMs } from '#core/recovery/rules.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { requireMember } from '#server/platform/named-member.ts';
import { onMember, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Operator } from '#server/platform/session.ts';

export interface OperatorFreezeDependencies {
  readonly tables: Kysely<unknown>;
  readonly memberNumbers: Pick<MemberNumbers, 'idOf'>;
  readonly clock: { now(): number; wallNow(): number };
}

/**
 * An operator freezes a member's account, for a time that is not drawn out by repeating it, also after it was lifted or is over. Throws
 * `frozenByOperatorLately`.
 */
export async function freezeMember(
  { tables, memberNumbers, clock }: OperatorFreezeDependencies,
  { member, reason }: InputOf<typeof operation>,
  by: Operator,
): Promise<OutputOf<typeof operation>> {
  const wallNow = Math.trunc(clock.wallNow());
  return await tables.transaction().execute(async (transaction) => {
    const { memberId } = await requireMember(transaction, memberNumbers, member);
    await lockAvailable(transaction, memberId);
    const earlier = await earlierFreezes(transaction, memberId, wallNow);
    const holdsUntil = new Date((earlier?.first ?? wallNow) + operatorFreezeMs);
    // A hold that runs, a recovery's among them, stays as it is.
    const { rows } = await sql<{ holds_until: Date }>`
      insert into account_freeze (member_id, frozen_at, holds_until, held_by, by_member)
      values (${memberId}, ${new Date(clock.now())}, ${holdsUntil}, ${by.operator}, false)
      on conflict (member_id) do update set holds_until = excluded.holds_until, held_by = excluded.held_by
        where account_freeze.holds_until is null or account_freeze.holds_until <= ${new Date(wallNow)}
      returning holds_until`.execute(transaction);
    const [frozen] = rows;
    if (!frozen) return { holdsUntil: await heldUntil(transaction, memberId) };
    if (earlier && holdsUntil.getTime() <= wallNow) {
      throw new Refusal('frozenByOperatorLately', { until: { at: earlier.last + operatorFreezeEveryMs } });
    }
    const detail = { until: holdsUntil.toISOString() };
    await recordOperatorAct(transaction, { by, act: 'memberFrozen', ...onMember(memberId), reason, detail });
    return { holdsUntil: holdsUntil.getTime() };
  });
}

async function heldUntil(within: QueryExecutorProvider, memberId: bigint): Promise<number> {
  const { rows } = await sql<{ until: Date | null }>`
    select holds_until as until from account_freeze where member_id = ${memberId}`.execute(within);
  return rows[0]?.until?.getTime() ?? 0;
}

/** Times (ms) of the first and the last freeze by operators that still counts; null where there is none. */
async function earlierFreezes(
  within: QueryExecutorProvider,
  memberId: bigint,
  wallNow: number,
): Promise<{ readonly first: number; readonly last: number } | null> {
  const { rows } = await sql<{ first: Date | null; last: Date | null }>`
    select min(at) as first, max(at) as last from operator_act
    where member_id = ${memberId} and act = 'memberFrozen' and at > ${new Date(wallNow - operatorFreezeEveryMs)}`.execute(
    within,
  );
  const { first = null, last = null } = rows[0] ?? {};
  return first && last && { first: first.getTime(), last: last.getTime() };
}
