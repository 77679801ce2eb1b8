import { type Kysely, sql } from 'kysely';
import { recoveryWaitMs } from '#core/recovery/rules.ts';
import { type ApprovalSubject, decide } from '#server/platform/approvals/approvals.ts';
import { requireContent } from '#server/platform/approvals/reviews.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { findRequest } from './password-requests.ts';
import {
  endRecovery,
  findOpen,
  type OpenRecovery,
  openRecovery,
  startWait,
  withMemberLocked,
} from './recovery-store.ts';
import type { RecoveryTables } from './recovery-tables.ts';

export interface ReviewRecoveryDependencies {
  readonly tables: Kysely<RecoveryTables>;
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
  | { readonly outcome: 'memberUnknown' | 'nothingToRecover' | 'requestUnknown' | 'otherOpen' | 'noneOpen' | 'refused' }
  | { readonly outcome: 'approved'; readonly approvals: number; readonly needed: number }
  | { readonly outcome: 'waits'; readonly takesEffectAt: number };

export const recoveryApprovalsNeeded = 2;
const hourMs = 60 * 60_000;
/** Lifetime of the first approval: its evidence must still be recent at the second one. */
export const approvalLifeMs = 7 * 24 * hourMs;

/**
 * One operator's approval of removing authenticator app, backup codes and passkeys of a member who has lost them, and with a request's
 * number of replacing the login password by the one that the member chose in it. The first opens the recovery; the second starts its
 * waiting period and notifies every device of the member.
 */
export async function approveRecovery(
  dependencies: ReviewRecoveryDependencies,
  username: string,
  reviewer: Reviewer,
  requestId: string | null = null,
): Promise<RecoveryReview> {
  const memberId = await memberOf(dependencies.tables, username);
  if (memberId === null) return { outcome: 'memberUnknown' };
  return await approveRecoveryOf(dependencies, memberId, reviewer, requestId);
}

/**
 * The same by the member's id; `seen` is what the operator decides on, for one who was shown an open recovery. Without it a new recovery takes the
 * place of one whose first approval is too old.
 */
export async function approveRecoveryOf(
  { tables, acts, wallNow }: ReviewRecoveryDependencies,
  memberId: bigint,
  { by, reason }: Reviewer,
  requestId: string | null,
  seen: SeenRecovery | null = null,
): Promise<RecoveryReview> {
  const review = await withMemberLocked(tables, memberId, async (transaction): Promise<RecoveryReview> => {
    const found = await findOpen(transaction, memberId);
    requireSeen(memberId, found, seen);
    if (found && (found.request?.id ?? null) !== requestId) return { outcome: 'otherOpen' };
    if (found?.wait) return { outcome: 'waits', takesEffectAt: found.wait.takesEffectAt };
    const decision = { by, decision: 'approved' as const, reason, at: wallNow() };
    const isLapsed = found !== null && decision.at >= found.askedAt + approvalLifeMs;
    if (isLapsed && seen !== null) throw new Refusal('approvalExpired');
    if (isLapsed) await endRecovery(transaction, memberId, found.id, 'expired', decision.at);
    const open = isLapsed ? null : found;
    const request = open?.request ?? (requestId && (await findRequest(transaction, memberId, requestId, decision.at)));
    if (requestId !== null && !request) return { outcome: 'requestUnknown' };
    if (!request && !(await hasAuthenticator(transaction, memberId))) return { outcome: 'nothingToRecover' };
    const recovery = open ?? (await openRecovery(transaction, memberId, request || null, decision.at));
    const approval = await decide(transaction, subjectOf(memberId, recovery), decision);
    if (approval.status !== 'approved') {
      return { outcome: 'approved', approvals: approval.approvals, needed: approval.needed };
    }
    const takesEffectAt = decision.at + recoveryWaitMs;
    await startWait(transaction, memberId, recovery.id, { approvedAt: decision.at, takesEffectAt });
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

/** Throws `approvalOver` or `approvalChanged` where another recovery is open than the operator saw, or none. */
function requireSeen(memberId: bigint, open: OpenRecovery | null, seen: SeenRecovery | null): void {
  if (seen === null) return;
  if (open?.id !== seen.id) throw new Refusal('approvalOver');
  requireContent(subjectOf(memberId, open).content, seen.hash);
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

/** One operator's refusal, which is enough until the recovery has taken effect. */
export async function refuseRecovery(
  dependencies: ReviewRecoveryDependencies,
  username: string,
  reviewer: Reviewer,
): Promise<RecoveryReview> {
  const memberId = await memberOf(dependencies.tables, username);
  if (memberId === null) return { outcome: 'memberUnknown' };
  return await refuseRecoveryOf(dependencies, memberId, reviewer);
}

/** The same by the member's id. */
export async function refuseRecoveryOf(
  { tables, acts, wallNow }: ReviewRecoveryDependencies,
  memberId: bigint,
  { by, reason }: Reviewer,
  seen: SeenRecovery | null = null,
): Promise<RecoveryReview> {
  const ended = await withMemberLocked(tables, memberId, async (transaction) => {
    const open = await findOpen(transaction, memberId);
    requireSeen(memberId, open, seen);
    if (!open) return null;
    const at = wallNow();
    await decide(transaction, subjectOf(memberId, open), { by, decision: 'refused', reason, at });
    await endRecovery(transaction, memberId, open.id, 'refused', at);
    if (open.wait) await acts.record(transaction, memberId, 'recoveryCancelled');
    return open;
  });
  if (ended?.wait) await acts.announce(memberId, 'recoveryCancelled');
  return { outcome: ended ? 'refused' : 'noneOpen' };
}

async function memberOf(tables: Kysely<RecoveryTables>, username: string): Promise<bigint | null> {
  const row = await tables
    .selectFrom('member')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Without one the password alone signs in, so there is nothing to recover. */
export async function hasAuthenticator(tables: Kysely<RecoveryTables>, memberId: bigint): Promise<boolean> {
  const row = await tables
    .selectFrom('authenticator')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
