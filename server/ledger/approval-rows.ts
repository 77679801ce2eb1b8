import {
  type ApprovalSubject,
  actOfDecision,
  approvalReference,
  insertDecision,
  type OperatorDecision,
} from '#server/platform/approvals/approvals.ts';
import { insertOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { type AttachedRow, attach } from './attached-rows.ts';

const recordDecision = {
  name: 'record decision',
  columns: { kind: 'text', reference: 'text', operator: 'text', decision: 'text', reason: 'text', at: 'timestamptz' },
  sql: insertDecision,
} as const;

const recordAct = {
  name: 'record act',
  columns: {
    operator: 'text',
    role: 'text',
    act: 'text',
    subject: 'text',
    member_id: 'bigint',
    reason: 'text',
    detail: 'text',
  },
  sql: insertOperatorAct,
} as const;

/**
 * The approval that a transfer is made with, and its act of the log, as rows of the transfer: none of the three is there without the
 * others. For a subject of the house that was opened before. The database refuses them where the approval is refused, has expired or the
 * operator's role has ended meanwhile.
 */
export function approvalRows(
  subject: Pick<ApprovalSubject, 'kind' | 'id' | 'content'>,
  given: Omit<OperatorDecision, 'decision'>,
): readonly AttachedRow[] {
  const { by, reason, at } = given;
  const {
    act,
    subject: about,
    detail,
  } = actOfDecision({ ...subject, memberId: 0n }, { ...given, decision: 'approved' });
  const { operator, role } = by;
  const reference = approvalReference(0n, subject.id);
  return [
    attach(recordDecision, {
      ...{ kind: subject.kind, reference, operator, decision: 'approved' },
      ...{ reason, at: new Date(at) },
    }),
    attach(recordAct, {
      ...{ operator, role, act, subject: about, member_id: null, reason },
      detail: JSON.stringify(detail ?? {}),
    }),
  ];
}
