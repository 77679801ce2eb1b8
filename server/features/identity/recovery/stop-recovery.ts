import { endRecovery, findOpen, withMemberLocked } from './recovery-store.ts';
import type { ReviewRecoveryDependencies } from './review-recovery.ts';

/** Cancels the recovery of a member who used a factor that was reported lost: the report was wrong, or not the owner's. */
export async function stopForUsedFactor(dependencies: ReviewRecoveryDependencies, memberId: bigint): Promise<void> {
  // Rare: no lock where none is open.
  if (await findOpen(dependencies.tables, memberId)) await stopRecovery(dependencies, memberId, 'factorUsed');
}

/** Cancels the member's open recovery; returns whether there was one. */
export async function stopRecovery(
  { tables, acts, wallNow }: ReviewRecoveryDependencies,
  memberId: bigint,
  outcome: 'cancelled' | 'factorUsed',
): Promise<boolean> {
  const ended = await withMemberLocked(tables, memberId, async (transaction) => {
    const open = await findOpen(transaction, memberId);
    // Before its wait a recovery is not visible to its member.
    if (!open || (outcome === 'cancelled' && !open.wait)) return null;
    await endRecovery(transaction, memberId, open.id, outcome, wallNow());
    if (open.wait) await acts.record(transaction, memberId, 'recoveryCancelled');
    return open;
  });
  if (ended?.wait) await acts.announce(memberId, 'recoveryCancelled');
  return ended !== null;
}
