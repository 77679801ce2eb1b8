import { type QueryExecutorProvider, sql } from 'kysely';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import { Refusal } from '#server/platform/refusal.ts';

/**
 * Freezes a recovered account, in the caller's transaction; until `holdsUntil` (wall time) not even its owner can lift it. Afterwards it is
 * the member's to lift, as an own one is: also where it takes the place of an operator's.
 */
export async function freezeRecovered(
  within: QueryExecutorProvider,
  memberId: bigint,
  now: number,
  holdsUntil: number,
): Promise<void> {
  await lockAvailable(within, memberId);
  await sql`
    insert into account_freeze (member_id, frozen_at, holds_until)
    values (${memberId}, ${new Date(now)}, ${new Date(holdsUntil)})
    on conflict (member_id) do update
      set holds_until = greatest(account_freeze.holds_until, excluded.holds_until), held_by = null, by_member = true`.execute(
    within,
  );
}

/** Until when (ms, wall time) not even its owner can lift the account's freeze, and whether an operator holds it. */
export interface FreezeHold {
  readonly until: number;
  readonly isByOperator: boolean;
}

/** Null where the freeze can be lifted, or there is none. */
export async function freezeHoldOf(
  within: QueryExecutorProvider,
  memberId: bigint,
  wallNow: number,
): Promise<FreezeHold | null> {
  const { rows } = await sql<{ until: Date; isByOperator: boolean }>`
    select holds_until as until, held_by is not null as "isByOperator" from account_freeze
    where member_id = ${memberId} and holds_until > ${new Date(wallNow)}`.execute(within);
  return rows[0] ? { ...rows[0], until: rows[0].until.getTime() } : null;
}

export async function isFrozen(within: QueryExecutorProvider, memberId: bigint): Promise<boolean> {
  const { rows } = await sql`select from account_freeze where member_id = ${memberId}`.execute(within);
  return rows.length > 0;
}

export async function requireUnfrozen(within: QueryExecutorProvider, memberId: bigint): Promise<void> {
  if (await isFrozen(within, memberId)) throw new Refusal('accountFrozen');
}

/** The same to the end of the caller's transaction: a freeze takes the same lock, which comes before those of the member's other rows. */
export async function requireToStayUnfrozen(within: QueryExecutorProvider, memberId: bigint): Promise<void> {
  await lockAvailable(within, memberId);
  await requireUnfrozen(within, memberId);
}
