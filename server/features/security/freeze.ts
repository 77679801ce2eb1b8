import { type QueryExecutorProvider, sql } from 'kysely';
import type { SecurityAct } from '#contract/security-acts.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { lockWithdrawalPassword } from './withdrawal-password-resets.ts';

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

export interface ReplacementDependencies {
  readonly acts: Pick<SecurityActs, 'record'>;
  /** Cancels the bank card that waits to replace another; false when there is none. */
  readonly cancelCard: (within: QueryExecutorProvider, memberId: bigint, now: number) => Promise<boolean>;
  /** Protections wait by the wall clock. */
  readonly clock: Pick<ProductClock, 'wallNow'>;
}

/**
 * Cancels the card and the withdrawal password that wait to replace others, in the transaction of a freeze, which holds the member's available
 * account: while it lasts neither is replaced. Returns the acts, to be announced after the commit.
 */
export async function cancelReplacements(
  { acts, cancelCard, clock }: ReplacementDependencies,
  within: QueryExecutorProvider,
  memberId: bigint,
): Promise<readonly SecurityAct[]> {
  await lockWithdrawalPassword(within, memberId);
  const now = clock.wallNow();
  const cancelled: SecurityAct[] = [];
  if (await cancelCard(within, memberId, now)) cancelled.push('cardReplacementCancelled');
  const { numAffectedRows: resets } = await sql`
    delete from withdrawal_password_reset where member_id = ${memberId} and active_from > ${new Date(now)}`.execute(
    within,
  );
  if (resets) cancelled.push('withdrawalPasswordResetCancelled');
  for (const act of cancelled) await acts.record(within, memberId, act);
  return cancelled;
}
