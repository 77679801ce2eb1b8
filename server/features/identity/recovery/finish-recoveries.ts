import type { Transaction } from 'kysely';
import { dueMembers, endRecovery, findOpen, withMemberLocked } from './recovery-store.ts';
import type { RecoveryTables } from './recovery-tables.ts';
import type { ReviewRecoveryDependencies } from './review-recovery.ts';

/** Actions of other features when a recovery completes. */
export interface RecoveryEffects {
  /** Signs out every device. */
  endSessions(memberId: bigint): Promise<void>;
  /** Removes authenticator app, backup codes and passkeys. */
  removeFactors(within: Transaction<RecoveryTables>, memberId: bigint): Promise<void>;
  /** Freezes the account; the owner cannot lift it before `holdsUntil` (wall time). */
  freeze(within: Transaction<RecoveryTables>, memberId: bigint, holdsUntil: number): Promise<void>;
}

export type FinishDependencies = ReviewRecoveryDependencies & { readonly effects: RecoveryEffects };

/** Duration of the freeze afterwards, in case it was not the owner. */
export const frozenAfterMs = 24 * 60 * 60_000;
const atOnceMax = 100;

/** Completes the recoveries whose waiting period is over and that were not cancelled. */
export async function finishRecoveries(dependencies: FinishDependencies): Promise<void> {
  for (const memberId of await dueMembers(dependencies.tables, dependencies.wallNow(), atOnceMax))
    await finish(dependencies, memberId);
}

async function finish({ tables, acts, wallNow, effects }: FinishDependencies, memberId: bigint): Promise<void> {
  // Before the transaction: after a crash here the factors are still required, and the next run completes the recovery.
  await effects.endSessions(memberId);
  const isDone = await withMemberLocked(tables, memberId, async (transaction) => {
    const open = await findOpen(transaction, memberId);
    const now = wallNow();
    if (!open?.wait || open.wait.takesEffectAt > now) return false;
    await endRecovery(transaction, memberId, open.id, 'done', now);
    await effects.removeFactors(transaction, memberId);
    await effects.freeze(transaction, memberId, now + frozenAfterMs);
    await acts.record(transaction, memberId, 'accountRecovered');
    return true;
  });
  if (isDone) await acts.announce(memberId, 'accountRecovered');
}
