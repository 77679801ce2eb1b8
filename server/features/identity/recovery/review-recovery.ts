import type { Kysely, Transaction } from 'kysely';
import { recoveryWaitMs } from '#core/recovery/rules.ts';
import { type ApprovalSubject, approvalCountsMs, decide } from '#server/platform/approvals/approvals.ts';
import { requireContent, requireRecorded } from '#server/platform/approvals/reviews.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { endRecovery, findOpen, type OpenRecovery, startWait, withMemberLocked } from './recovery-store.ts';

export interface ReviewRecoveryDependencies {
  readonly tables: Kysely<unknown>;
  readonly acts: SecurityActs;
  /** Wall time. */
  readonly wallNow: () => number;
}

/** An operator's decision, with how the owner was identified, or why not. */
export interface Reviewer {
  readonly by: ActingOperator;
  readonly reason: string;
}

/** Outcome of an operator's decision. */
export type RecoveryReview =
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'approved'; readonly approvals: number; readonly needed: number }
  | { readonly outcome: 'waits'; readonly takesEffectAt: number };

export const recoveryApprovalsNeeded = 2;
/** Lifetime of the first approval: its evidence must still be recent at the second one. */
export const approvalLifeMs = approvalCountsMs;

/**
 * The second operator's approval of removing authenticator app, backup codes and passkeys of a member who has lost them, or of replacing the
 * login password as well. It starts the waiting period and notifies every device of the member. Throws `approvalOver`, `approvalChanged` or
 * `approvalExpired`.
 */
export async function approveRecovery(
  { tables, acts, wallNow }: ReviewRecoveryDependencies,
  memberId: bigint,
  { by, reason }: Reviewer,
  seen: SeenRecovery,
): Promise<RecoveryReview> {
  const review = await withMemberLocked(tables, memberId, async (transaction): Promise<RecoveryReview> => {
    const open = await requireSeen(transaction, memberId, seen);
    if (open.wait) return { outcome: 'waits', takesEffectAt: open.wait.takesEffectAt };
    const decision = { by, decision: 'approved' as const, reason, at: wallNow() };
    const approval = requireRecorded(await decide(transaction, subjectOf(memberId, open), decision));
    if (approval.status !== 'approved') {
      return { outcome: 'approved', approvals: approval.approvals, needed: approval.needed };
    }
    const takesEffectAt = decision.at + recoveryWaitMs;
    await startWait(transaction, memberId, open.id, { approvedAt: decision.at, takesEffectAt });
    await acts.record(transaction, memberId, 'recoveryApproved');
    return { outcome: 'waits', takesEffectAt };
  });
  // For a repeated decision too: the first announcement may have been interrupted here.
  if (review.outcome === 'waits') await acts.announce(memberId, 'recoveryApproved');
  return review;
}

/** An open recovery as an operator saw it. */
export interface SeenRecovery {
  readonly id: string;
  readonly hash: string;
}

/** The open recovery. Throws `approvalOver` or `approvalChanged` where another one is open than the operator saw, or none. */
async function requireSeen(
  transaction: Transaction<unknown>,
  memberId: bigint,
  seen: SeenRecovery,
): Promise<OpenRecovery> {
  const open = await findOpen(transaction, memberId);
  if (open?.id !== seen.id) throw new Refusal('approvalOver');
  requireContent(subjectOf(memberId, open).content, seen.hash);
  return open;
}

export function subjectOf(memberId: bigint, { id, askedAt, request }: Omit<OpenRecovery, 'wait'>): ApprovalSubject {
  return {
    kind: 'recovery',
    memberId,
    id,
    content: [
      memberId,
      id,
      'remove second factors',
      ...(request ? ['replace the login password', request.id, request.passwordHash] : []),
    ],
    needed: recoveryApprovalsNeeded,
    expiresAt: askedAt + approvalLifeMs,
    approverMayRefuse: true,
  };
}

/** One operator's refusal, which is enough until the recovery has taken effect. Throws as an approval does. */
export async function refuseRecovery(
  { tables, acts, wallNow }: ReviewRecoveryDependencies,
  memberId: bigint,
  { by, reason }: Reviewer,
  seen: SeenRecovery,
): Promise<RecoveryReview> {
  const ended = await withMemberLocked(tables, memberId, async (transaction) => {
    const open = await requireSeen(transaction, memberId, seen);
    const at = wallNow();
    await decide(transaction, subjectOf(memberId, open), { by, decision: 'refused', reason, at });
    await endRecovery(transaction, memberId, open.id, 'refused', at);
    if (open.wait) await acts.record(transaction, memberId, 'recoveryCancelled');
    return open;
  });
  if (ended.wait) await acts.announce(memberId, 'recoveryCancelled');
  return { outcome: 'refused' };
}
