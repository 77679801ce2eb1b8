import type { ApprovalKind, WaitingApproval } from '#contract/operators-approvals.ts';
import type { ActingOperator } from '../operators/operator-acts.ts';
import { Refusal } from '../refusal.ts';
import { type Approval, type ApprovalSubject, approvalReference, hashOfContent } from './approvals.ts';

/** What an operator decides on a waiting subject. */
export interface ReviewDecision {
  readonly by: ActingOperator;
  /** The subject's reference. */
  readonly id: string;
  /** SHA-256 in hex of the content that the operator saw. */
  readonly hash: string;
  readonly decision: 'approved' | 'refused';
  readonly reason: string;
}

/** A kind of subject that operators decide on, by the feature whose it is. */
export interface ReviewedKind {
  readonly kind: ApprovalKind;
  /** Subjects that wait for approvals, the oldest first. */
  list(most: number): Promise<WaitingApproval[]>;
  /**
   * Records the decision and does what follows from it. Throws `approvalUnknown`, `approvalChanged`, `approvalOver`, `approvalExpired`
   * or `actReasonUnknown`.
   */
  decide(decision: ReviewDecision): Promise<Pick<Approval, 'status' | 'approvals' | 'needed'>>;
}

/** A subject as the list of everything that waits shows it, with what is decided on by name. */
export function waitingApproval(
  { kind, memberId, id, content, needed, expiresAt }: ApprovalSubject,
  shown: Readonly<Record<string, string>>,
  { approvedBy, askedAt }: { readonly approvedBy: readonly string[]; readonly askedAt: number },
): WaitingApproval {
  return {
    ...{ kind, id: approvalReference(memberId, id), needed, approvedBy: [...approvedBy], askedAt, expiresAt },
    content: Object.entries(shown).map(([name, value]) => ({ name, value })),
    hash: hashOfContent(content).toString('hex'),
  };
}

/** Throws `approvalChanged` unless the operator saw this content. */
export function requireContent(content: ApprovalSubject['content'], hash: string): void {
  if (hashOfContent(content).toString('hex') !== hash) throw new Refusal('approvalChanged');
}

/** Throws for a decision that was not recorded: it came too late, or after another one. */
export function requireRecorded(approval: Approval): Approval {
  if (approval.isRecorded) return approval;
  throw new Refusal(approval.status === 'expired' ? 'approvalExpired' : 'approvalOver');
}

/** The two parts of a reference. Throws `approvalUnknown`. */
export function partsOfReference(reference: string): { readonly memberId: bigint; readonly id: string } {
  const [, member = '', id = ''] = /^(\d{1,18})\.(.+)$/.exec(reference) ?? [];
  if (id === '') throw new Refusal('approvalUnknown');
  return { memberId: BigInt(member), id };
}
