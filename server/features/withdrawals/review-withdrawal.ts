import { type Kysely, sql } from 'kysely';
import type { WithdrawalReason } from '#contract/withdrawals.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { type Approval, decide, type OperatorDecision } from '#server/platform/approvals/approvals.ts';
import { requireContent } from '#server/platform/approvals/reviews.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { endWithdrawal } from './end-withdrawal.ts';
import { isInReview } from './withdrawal-record.ts';
import { findWithdrawalById, type StoredWithdrawal } from './withdrawal-store.ts';
import { returnOf } from './withdrawal-transfers.ts';

export interface ReviewDependencies {
  readonly tables: Kysely<unknown>;
  readonly ledger: Pick<Ledger, 'submit'>;
  /** Operators' approvals lapse by it, in ms. */
  readonly wallNow: () => number;
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
}

/** Outcome of an operator's decision. */
export type Review =
  | { readonly outcome: 'unknown' | 'over' | 'needsNoApproval' | 'decidedOtherwise' }
  | { readonly outcome: 'open' | 'approved'; readonly approvals: number; readonly needed: number }
  | { readonly outcome: 'refused'; readonly needed: number };

/** Records one operator's approval; the poll pays out once there are enough and the review time is over. */
export async function approveWithdrawal(
  { tables, wallNow }: Pick<ReviewDependencies, 'tables' | 'wallNow'>,
  id: string,
  by: ActingOperator,
  reason = '',
  hash: string | null = null,
): Promise<Review> {
  const decided = await review(tables, id, { by, decision: 'approved', reason, at: wallNow() }, hash);
  if ('outcome' in decided) return decided;
  const { status, approvals, needed } = decided.approval;
  return { outcome: status === 'approved' ? 'approved' : 'open', approvals, needed };
}

/**
 * Refuses a withdrawal for one of the listed reasons and returns the hold. One operator suffices, because the member gets the money
 * back. After a crash between decision and return, the poll of withdrawals returns the hold.
 */
export async function refuseWithdrawal(
  { tables, ledger, wallNow, memberEvents }: ReviewDependencies,
  id: string,
  by: ActingOperator,
  reason: WithdrawalReason,
  hash: string | null = null,
): Promise<Review> {
  const decided = await review(tables, id, { by, decision: 'refused', reason, at: wallNow() }, hash);
  if ('outcome' in decided) return decided;
  const { withdrawal, approval } = decided;
  const refused = { outcome: 'refused', needed: approval.needed } as const;
  if (!(await endWithdrawal(ledger, returnOf(withdrawal, { state: 'refused', reason, from: 'review' })))) {
    // The poll has returned the hold because of this decision, or the member has cancelled.
    const ended = await findWithdrawalById(tables, id);
    return ended?.state === 'refused' ? refused : { outcome: 'over' };
  }
  await memberEvents.publish(withdrawal.memberId, { name: 'withdrawal', value: { id, state: 'refused' } });
  return refused;
}

type Reviewed = { readonly withdrawal: StoredWithdrawal; readonly approval: Approval };

/** What operators decide on: all of it that could be another withdrawal's. */
export function withdrawalContent({ memberId, id, method, amount, fee, destination }: StoredWithdrawal) {
  return [memberId, id, method, amount, fee, destination];
}

/** Records the decision under the lock of the withdrawal; `hash` is that of the content that the operator saw. */
function review(
  tables: Kysely<unknown>,
  id: string,
  decision: OperatorDecision,
  hash: string | null,
): Promise<Review | Reviewed> {
  return tables.transaction().execute(async (transaction) => {
    await sql`select from withdrawal where id = ${id} for no key update`.execute(transaction);
    const withdrawal = await findWithdrawalById(transaction, id);
    if (!withdrawal) return { outcome: 'unknown' };
    if (!isInReview(withdrawal)) return { outcome: 'over' };
    const { memberId, approvalsNeeded } = withdrawal;
    const content = withdrawalContent(withdrawal);
    if (hash !== null) requireContent(content, hash);
    if (decision.decision === 'approved' && approvalsNeeded === 0) return { outcome: 'needsNoApproval' };
    const subject = {
      kind: 'withdrawal' as const,
      memberId,
      id,
      content,
      needed: approvalsNeeded,
      expiresAt: null,
      approverMayRefuse: false,
    };
    const approval = await decide(transaction, subject, decision);
    if (approval.isRecorded) return { withdrawal, approval };
    return { outcome: approval.status === 'refused' ? 'over' : 'decidedOtherwise' };
  });
}
