import type { Kysely } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { approvalKinds, type decideApproval as operation } from '#contract/operators-approvals.ts';
import type { PermittedRoles } from '#contract/roles.ts';
import { approvalReference, approversOf } from '#server/platform/approvals/approvals.ts';
import type { ReviewedKind } from '#server/platform/approvals/reviews.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import type { OperatorEvents } from '#server/platform/operators/operator-events.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { Operator } from '#server/platform/session.ts';

export interface DecideApprovalDependencies {
  readonly tables: Kysely<unknown>;
  readonly reviewed: readonly ReviewedKind[];
  readonly memberNumbers: Pick<MemberNumbers, 'idOf'>;
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
  /** In ms. */
  readonly wallNow: () => number;
}

/** One operator's decision. Roles are those of the kind: which operations a role may call says less. */
export async function decideApproval(
  { tables, reviewed, memberNumbers, operatorEvents, wallNow }: DecideApprovalDependencies,
  { kind, id: shown, hash, decision, reason }: InputOf<typeof operation>,
  { operator, role }: Operator,
): Promise<OutputOf<typeof operation>> {
  const subject = reviewed.find((one) => one.kind === kind);
  if (!subject) throw new Refusal('approvalUnknown');
  const roles: PermittedRoles = approvalKinds[kind];
  if (!roles.includes(role)) throw new Refusal('notPermitted');
  const id = referenceOf(memberNumbers, shown);
  // For a clear refusal; that it counts once is decided under the lock of the subject.
  const approvers = (await approversOf(tables, kind, [id], wallNow())).get(id) ?? [];
  if (decision === 'approved' && approvers.includes(operator)) throw new Refusal('approvalOwn');
  const { status, approvals, needed } = await subject.decide({ by: { operator, role }, id, hash, decision, reason });
  await operatorEvents.publish({ subject: 'approvals', id: '' });
  if (status === 'expired') throw new Refusal('approvalExpired');
  return { status, approvals, needed };
}

/** The reference inside the server, of one that names its member by number. Throws `approvalUnknown`. */
function referenceOf(memberNumbers: Pick<MemberNumbers, 'idOf'>, shown: string): string {
  const [number = '', id = ''] = shown.split('.');
  const memberId = number === '0' ? 0n : memberNumbers.idOf(number);
  if (memberId === null) throw new Refusal('approvalUnknown');
  return approvalReference(memberId, id);
}
