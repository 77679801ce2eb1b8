import { endRecovery, findOpen, withMemberLocked } from './recovery-store.ts';
import type { ReviewRecoveryDependencies } from './review-recovery.ts';

/** What was said to be lost was used: whoever asked was mistaken, or somebody else. */
export async function stopForUsedFactor(dependencies: ReviewRecoveryDependencies, memberId: bigint): Promise<void> {
  // Hardly ever is there one: no lock for who has none.
  if (await findOpen(dependencies.tables, memberId)) await stopRecovery(dependencies, memberId, 'factorUsed');
}

/** Ends the member's recovery, if there is one to end; answers whether there was. */
export async function stopRecovery(
  { tables, acts, wallNow }: ReviewRecoveryDependencies,
  memberId: bigint,
  outcome: 'cancelled' | 'factorUsed',
): Promise<boolean> {
  const ended = await withMemberLocked(tables, memberId, async (transaction) => {
    const open = await findOpen(transaction, memberId);
    // Its member is told of one that waits, and of no other.
    if (!open || (outcome === 'cancelled' && !open.wait)) return null;
    await endRecovery(transaction, memberId, open.id, outcome, wallNow());
    if (open.wait) await acts.record(transaction, memberId, 'recoveryCancelled');
    return open;
  });
  if (ended?.wait) await acts.announce(memberId, 'recoveryCancelled');
  return ended !== null;
}
