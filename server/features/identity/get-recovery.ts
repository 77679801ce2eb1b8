import type { Recovery } from '#contract/identity-schemas.ts';
import { findOpen, freezeHoldOf } from './recovery/recovery-store.ts';
import type { ReviewRecoveryDependencies } from './recovery/review-recovery.ts';

/** The member's recovery in its waiting period. */
export async function getRecovery(
  { tables, wallNow }: ReviewRecoveryDependencies,
  memberId: bigint,
): Promise<Recovery> {
  const open = await findOpen(tables, memberId);
  const waiting = open?.wait ? { ...open.wait, replacesPassword: open.request !== null } : null;
  return { waiting, freezeHoldsUntil: await freezeHoldOf(tables, memberId, wallNow()) };
}
