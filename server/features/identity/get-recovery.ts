import type { Recovery } from '#contract/identity-schemas.ts';
import { findOpen } from './recovery/recovery-store.ts';
import type { ReviewRecoveryDependencies } from './recovery/review-recovery.ts';

export interface GetRecoveryDependencies extends Pick<ReviewRecoveryDependencies, 'tables'> {
  /** Until when (ms, wall time) not even its owner can lift the account's freeze, and whether an operator holds it; null where it can be lifted, or there is none. */
  freezeHoldOf(memberId: bigint): Promise<{ readonly until: number; readonly isByOperator: boolean } | null>;
}

/** The member's recovery in its waiting period. */
export async function getRecovery(
  { tables, freezeHoldOf }: GetRecoveryDependencies,
  memberId: bigint,
): Promise<Recovery> {
  const open = await findOpen(tables, memberId);
  const waiting = open?.wait ? { ...open.wait, replacesPassword: open.request !== null } : null;
  const hold = await freezeHoldOf(memberId);
  return { waiting, freezeHoldsUntil: hold?.until ?? null, ...(hold?.isByOperator && { freezeHeldByTeam: true }) };
}
