import * as z from 'zod/mini';
import { moment, textField, usdtText } from './fields.ts';
import { operation } from './operation.ts';
import { permissions } from './roles.ts';
import { withdrawalMethods, withdrawalReasons } from './withdrawals.ts';

const reviewedWithdrawal = z.object({
  id: z.string(),
  /** The member's number, and account name. */
  member: z.string(),
  username: z.string(),
  method: z.enum(withdrawalMethods),
  amount: usdtText,
  fee: usdtText,
  /** The masked card, or the address in full. */
  destination: z.string(),
  comment: z.string(),
  /** Product time. */
  requestedAt: moment,
  reviewEndsAt: moment,
  /** 0 for one that is paid out after its review time without anybody's approval; it can be refused meanwhile. */
  approvalsNeeded: z.int(),
  approvals: z.int(),
  /** Who approved, in order. */
  approvedBy: z.array(z.string()),
  /** What all members asked to be paid to its destination since a day before it, itself included: why a small one may need approvals. */
  toDestination: usdtText,
  /** Refused already; the money is on its way back. */
  refusal: z.nullable(z.enum(withdrawalReasons)),
  /** What `decideApproval` takes for it. */
  approval: z.object({ id: z.string(), hash: z.string() }),
  /** Whether the caller may: of the role, and not the one who approved it. One that needs no approval can be refused alone. */
  mayApprove: z.boolean(),
  mayRefuse: z.boolean(),
});

/** A withdrawal in review as operators see it: amounts in micro-USDT, moments in ms of the product clock. */
export type ReviewedWithdrawal = z.output<typeof reviewedWithdrawal>;

export const listReviewedWithdrawals = operation({
  summary:
    'Withdrawals of all members that are in review, oldest first, 20 at a time; `after` is the id of the last one seen.',
  method: 'GET',
  path: '/operator/withdrawals',
  access: { role: permissions.readPayments },
  effect: 'read',
  input: z.strictObject({ after: z.optional(textField(/^[0-9A-Z]{4,20}$/, 'withdrawalUnknown', 'withdrawalUnknown')) }),
  output: z.array(reviewedWithdrawal),
  answerIn: 'info',
  errors: ['withdrawalUnknown'],
});
