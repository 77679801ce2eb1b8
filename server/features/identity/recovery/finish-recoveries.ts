import { type QueryExecutorProvider, sql, type Transaction } from 'kysely';
import { recoveryFreezeMs } from '#core/recovery/rules.ts';
import type { EndedSessions } from '../sessions/sessions.ts';
import { dueMembers, endRecovery, findOpen, withMemberLocked } from './recovery-store.ts';
import type { EndRecoveryDependencies } from './stop-recovery.ts';

/** Actions of other features when a recovery completes. */
export interface RecoveryEffects {
  /** The money first; then lets sign-ins under way end, those that come later see what the transaction leaves. */
  lock(within: Transaction<unknown>, memberId: bigint): Promise<void>;
  /** Signs out every device. */
  endSessions(within: Transaction<unknown>, memberId: bigint): Promise<EndedSessions>;
  /** Removes authenticator app, backup codes and passkeys. */
  removeFactors(within: Transaction<unknown>, memberId: bigint): Promise<void>;
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
  const finished = await withMemberLocked(tables, memberId, async (transaction) => {
    await effects.lock(transaction, memberId);
    const open = await findOpen(transaction, memberId);
    const now = wallNow();
    if (!open?.wait || open.wait.takesEffectAt > now) return null;
    await endRecovery(transaction, memberId, open.id, 'done', now);
    if (open.request) {
      const { passwordHash } = open.request;
      await sql`update member set password_hash = ${passwordHash} where id = ${memberId}`.execute(transaction);
      await acts.record(transaction, memberId, 'loginPasswordReset');
    }
    await effects.removeFactors(transaction, memberId);
    await effects.freeze(transaction, memberId, now + recoveryFreezeMs);
    await acts.record(transaction, memberId, 'accountRecovered');
    return { ended: await effects.endSessions(transaction, memberId), isPasswordReset: open.request !== null };
  });
  if (finished === null) return;
  await finished.ended.announce();
  if (finished.isPasswordReset) await acts.announce(memberId, 'loginPasswordReset');
  await acts.announce(memberId, 'accountRecovered');
  await operatorEvents.publish({ subject: 'approvals', id: '' });
}
