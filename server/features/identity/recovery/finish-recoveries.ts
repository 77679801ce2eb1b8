import type { QueryExecutorProvider, Transaction } from 'kysely';
import { recoveryFreezeMs } from '#core/recovery/rules.ts';
import { dueMembers, endRecovery, findOpen, withMemberLocked } from './recovery-store.ts';
import type { RecoveryTables } from './recovery-tables.ts';
import type { EndRecoveryDependencies } from './stop-recovery.ts';

/** Actions of other features when a recovery completes. */
export interface RecoveryEffects {
  /** Signs out every device. */
  endSessions(memberId: bigint): Promise<void>;
  /** Removes authenticator app, backup codes and passkeys. */
  removeFactors(within: Transaction<RecoveryTables>, memberId: bigint): Promise<void>;
  /** Freezes the account; the owner cannot lift it before `holdsUntil` (wall time). */
  freeze(within: QueryExecutorProvider, memberId: bigint, holdsUntil: number): Promise<void>;
}

export type FinishDependencies = EndRecoveryDependencies & { readonly effects: RecoveryEffects };

const atOnceMax = 100;

/** Completes the recoveries whose waiting period is over and that were not cancelled. */
export async function finishRecoveries(dependencies: FinishDependencies): Promise<void> {
  for (const memberId of await dueMembers(dependencies.tables, dependencies.wallNow(), atOnceMax))
    await finish(dependencies, memberId);
}

async function finish(
  { tables, acts, wallNow, operatorEvents, effects }: FinishDependencies,
  memberId: bigint,
): Promise<void> {
  // Before the transaction: after a crash here the factors are still required, and the next run completes the recovery.
  await effects.endSessions(memberId);
  const isDone = await withMemberLocked(tables, memberId, async (transaction) => {
    const open = await findOpen(transaction, memberId);
    const now = wallNow();
    if (!open?.wait || open.wait.takesEffectAt > now) return false;
    await endRecovery(transaction, memberId, open.id, 'done', now);
    if (open.request) {
      const { passwordHash } = open.request;
      await transaction.updateTable('member').set({ password_hash: passwordHash }).where('id', '=', memberId).execute();
      await acts.record(transaction, memberId, 'loginPasswordReset');
    }
    await effects.removeFactors(transaction, memberId);
    await effects.freeze(transaction, memberId, now + recoveryFreezeMs);
    await acts.record(transaction, memberId, 'accountRecovered');
    return true;
  });
  if (!isDone) return;
  await acts.announce(memberId, 'accountRecovered');
  await operatorEvents.publish({ subject: 'approvals', id: '' });
}
