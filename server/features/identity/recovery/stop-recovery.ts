import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import type { UsedProof } from '../factors/factor-check.ts';
import { endRecovery, findOpen, withMemberLocked } from './recovery-store.ts';
import type { ReviewRecoveryDependencies } from './review-recovery.ts';

export interface EndRecoveryDependencies extends ReviewRecoveryDependencies {
  /** The console lists open and ended recoveries. */
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
}

/** Cancels the recovery of a member who used what was reported lost: the report was wrong, or not the owner's. */
export async function stopForUsedProof(
  dependencies: EndRecoveryDependencies,
  memberId: bigint,
  proof: UsedProof,
): Promise<void> {
  // Rare: no lock where none is open.
  const open = await findOpen(dependencies.tables, memberId);
  if (!open || (proof === 'password' && open.request === null)) return;
  await stopRecovery(dependencies, memberId, proof === 'password' ? 'passwordUsed' : 'factorUsed');
}

/** Cancels the member's open recovery; returns whether there was one. */
export async function stopRecovery(
  { tables, acts, wallNow, operatorEvents }: EndRecoveryDependencies,
  memberId: bigint,
  outcome: 'cancelled' | 'factorUsed' | 'passwordUsed',
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
  if (ended) await operatorEvents.publish({ subject: 'approvals', id: '' });
  return ended !== null;
}
