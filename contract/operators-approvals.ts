import * as z from 'zod/mini';
import { moment, textField } from './fields.ts';
import { operation } from './operation.ts';
import { operatorReasonField } from './operator-fields.ts';
import { permissions } from './roles.ts';

/** What takes two operators, by the roles that may decide on it. */
export const approvalKinds = {
  withdrawal: permissions.reviewWithdrawals,
  recovery: permissions.reviewRecoveries,
  disbursement: permissions.moveHouseMoney,
  funding: permissions.moveHouseMoney,
  product: permissions.changeProducts,
} as const;

/** A kind of subject that takes two operators. */
export type ApprovalKind = keyof typeof approvalKinds;

const kind = z.enum(Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]], {
  error: () => 'approvalUnknown',
});
const sha256 = /^[0-9a-f]{64}$/;
/** The member's number, or 0 for the house, a dot, and the subject's own id. */
const reference = /^\d{1,18}\.[0-9A-Za-z-]{1,40}$/;

const waitingApproval = z.object({
  kind,
  /** The member's number, or 0 for the house, a dot, and the subject's own id. */
  id: z.string(),
  /** Everything that is decided on, by name: what the second operator sees is what the first one asked for. */
  content: z.array(z.object({ name: z.string(), value: z.string() })),
  /** SHA-256 of the content. */
  hash: z.string().check(z.regex(sha256)),
  /** Operators that must approve. */
  needed: z.int(),
  /** Whose approvals count, in order: each does for a day, while its operator decides on that kind. */
  approvedBy: z.array(z.string()),
  askedAt: moment,
  /** From then on it takes no approval; null: it does not lapse. */
  expiresAt: z.nullable(moment),
});

/** A subject that waits for operators, its member by the id inside the server; moments in ms of the clock that it follows. */
export type WaitingApproval = z.output<typeof waitingApproval>;

export const listApprovals = operation({
  summary: 'Everything that waits for a second operator, the oldest first, at most 200 of each kind.',
  method: 'GET',
  path: '/operator/approvals',
  access: { role: permissions.readApprovals },
  effect: 'read',
  /** `mayDecide`: the caller's role may, and the caller has not yet. `member`: the number of whose it is; null for the house. */
  output: z.array(z.extend(waitingApproval, { mayDecide: z.boolean(), member: z.nullable(z.string()) })),
});

export const decideApproval = operation({
  summary:
    'Approves or refuses what waits, as it was when the caller saw it. One refusal ends it. An approval counts for a day and while its operator may decide; whom another operator enrolled within 7 days is that one. A withdrawal is refused for a reason of its list.',
  method: 'POST',
  path: '/operator/approvals/decide',
  access: { role: permissions.decideApprovals },
  effect: 'write',
  input: z.strictObject({
    kind,
    id: textField(reference, 'approvalUnknown', 'approvalUnknown'),
    hash: textField(sha256, 'approvalChanged', 'approvalChanged'),
    decision: z.enum(['approved', 'refused'], { error: () => 'fieldInvalid' }),
    reason: operatorReasonField,
  }),
  output: z.object({
    status: z.enum(['open', 'approved', 'refused']),
    /** Those that count: none after a refusal. */
    approvals: z.int(),
    needed: z.int(),
  }),
  errors: [
    'approvalUnknown',
    'approvalChanged',
    'approvalOver',
    'approvalOwn',
    'approvalSameHand',
    'approvalExpired',
    'causeClosed',
    'actReasonMissing',
    'actReasonInvalid',
    'actReasonUnknown',
  ],
});
