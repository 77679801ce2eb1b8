import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type Approval,
  type ApprovalSubject,
  decide,
  type OperatorDecision,
} from '#server/platform/approvals/approvals.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
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
  readonly operator: string;
  readonly reason: string;
}

/** Outcome of an operator's decision. */
export type RecoveryReview =
  | { readonly outcome: 'memberUnknown' | 'nothingToRecover' | 'noneOpen' | 'refused' }
  | { readonly outcome: 'approved'; readonly approvals: number; readonly needed: number }
  | { readonly outcome: 'waits'; readonly takesEffectAt: number };

export const reasonPattern = /^[^\p{Cc}\p{Cf}]{3,200}$/u;

export const recoveryApprovalsNeeded = 2;
const hourMs = 60 * 60_000;
/** Waiting period in which the member can cancel: covers a weekend. */
export const recoveryWaitMs = 72 * hourMs;

/** Lifetime of the first approval: its evidence must still be recent at the second one. */
export const approvalLifeMs = 7 * 24 * hourMs;

/**
 * One operator's approval of removing authenticator app, backup codes and passkeys of a member who has lost them. The first opens the
 * recovery; the second starts its waiting period and notifies every device of the member.
 */
export async function approveRecovery(
  { tables, acts, wallNow }: ReviewRecoveryDependencies,
  username: string,
  { operator, reason }: Reviewer,
): Promise<RecoveryReview> {
  const memberId = await memberOf(tables, username);
  if (memberId === null) return { outcome: 'memberUnknown' };
  const review = await withMemberLocked(tables, memberId, async (transaction): Promise<RecoveryReview> => {
    const open = await findOpen(transaction, memberId);
    if (open?.wait) return { outcome: 'waits', takesEffectAt: open.wait.takesEffectAt };
    if (!(await hasAuthenticator(transaction, memberId))) return { outcome: 'nothingToRecover' };
    const decision = { operator, decision: 'approved' as const, reason, at: wallNow() };
    const { id, approval } = await approve(transaction, memberId, open, decision);
    if (approval.status !== 'approved') {
      return { outcome: 'approved', approvals: approval.approvals, needed: approval.needed };
    }
    const takesEffectAt = decision.at + recoveryWaitMs;
    await startWait(transaction, memberId, id, { approvedAt: decision.at, takesEffectAt });
    await acts.record(transaction, memberId, 'recoveryApproved');
    return { outcome: 'waits', takesEffectAt };
  });
  // For a repeated decision too: the first announcement may have been interrupted here.
  if (review.outcome === 'waits') await acts.announce(memberId, 'recoveryApproved');
  return review;
}

/** Adds the approval to the open recovery, or to a new one where none is open or its first approval is too old. */
async function approve(
  transaction: Transaction<RecoveryTables>,
  memberId: bigint,
  open: OpenRecovery | null,
  decision: OperatorDecision,
): Promise<{ readonly id: string; readonly approval: Approval }> {
  const recovery = open ?? (await openRecovery(transaction, memberId, decision.at));
  const approval = await decide(transaction, subjectOf(memberId, recovery), decision);
  if (approval.status !== 'expired') return { id: recovery.id, approval };
  await endRecovery(transaction, memberId, recovery.id, 'expired', decision.at);
  return approve(transaction, memberId, null, decision);
}

function subjectOf(memberId: bigint, { id, askedAt }: Pick<OpenRecovery, 'id' | 'askedAt'>): ApprovalSubject {
  return {
    kind: 'recovery',
    memberId,
    id,
    content: [memberId, id, 'remove second factors'],
    needed: recoveryApprovalsNeeded,
    expiresAt: askedAt + approvalLifeMs,
    approverMayRefuse: true,
  };
}

/** One operator's refusal, which is enough until the recovery has taken effect. */
export async function refuseRecovery(
  { tables, acts, wallNow }: ReviewRecoveryDependencies,
  username: string,
  { operator, reason }: Reviewer,
): Promise<RecoveryReview> {
  const memberId = await memberOf(tables, username);
  if (memberId === null) return { outcome: 'memberUnknown' };
  const ended = await withMemberLocked(tables, memberId, async (transaction) => {
    const open = await findOpen(transaction, memberId);
    if (!open) return null;
    const at = wallNow();
    await decide(transaction, subjectOf(memberId, open), { operator, decision: 'refused', reason, at });
    await endRecovery(transaction, memberId, open.id, 'refused', at);
    if (open.wait) await acts.record(transaction, memberId, 'recoveryCancelled');
    return open;
  });
  if (ended?.wait) await acts.announce(memberId, 'recoveryCancelled');
  return { outcome: ended ? 'refused' : 'noneOpen' };
}

export interface ListedRecovery {
  readonly username: string;
  readonly askedAt: number;
  readonly takesEffectAt: number | null;
  readonly operators: readonly string[];
}

/** The recoveries that have not ended, the oldest first. */
export async function listRecoveries(tables: Kysely<RecoveryTables>, most: number): Promise<ListedRecovery[]> {
  const rows = await tables
    .selectFrom('account_recovery as r')
    .innerJoin('member as m', 'm.id', 'r.member_id')
    .select(['m.username', 'r.asked_at', 'r.takes_effect_at'])
    .select(
      sql<string[]>`array(select d.operator from approval_decision as d
        where d.kind = 'recovery' and d.reference = r.member_id || '.' || r.id order by d.at)`.as('operators'),
    )
    .where('r.ended_at', 'is', null)
    .orderBy('r.asked_at')
    .limit(most)
    .execute();
  return rows.map(({ username, asked_at, takes_effect_at, operators }) => ({
    username,
    askedAt: asked_at.getTime(),
    takesEffectAt: takes_effect_at?.getTime() ?? null,
    operators,
  }));
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
async function hasAuthenticator(tables: Kysely<RecoveryTables>, memberId: bigint): Promise<boolean> {
  const row = await tables
    .selectFrom('authenticator')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
