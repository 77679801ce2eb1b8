import * as z from 'zod/mini';
import { depositIdField, depositRefusals } from './deposits.ts';
import { moment, refusedAs, usdtText } from './fields.ts';
import { memberField } from './member-field.ts';
import { operation } from './operation.ts';
import { permissions } from './roles.ts';

const openDeposit = z.object({
  id: z.string(),
  /** The member's number, and account name. */
  member: z.string(),
  username: z.string(),
  channel: z.string(),
  /** What came in; until it is seen, what was announced. */
  amount: usdtText,
  state: z.enum(['requested', 'seen']),
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  address: z.string(),
  transaction: z.nullable(z.string()),
  hasProof: z.boolean(),
  /** Product time of the look at its proof, and who looked. */
  reviewedAt: z.nullable(moment),
  reviewedBy: z.nullable(z.string()),
  /** Product time. */
  requestedAt: moment,
});

/** A deposit that is under way, as operators see it. */
export type OpenDeposit = z.output<typeof openDeposit>;

export const listOpenDeposits = operation({
  summary:
    'Deposits of all members that are under way, oldest first, 20 at a time; `after` is the id of the last one seen. The rail alone credits them.',
  method: 'GET',
  path: '/operator/deposits',
  access: { role: permissions.readPayments },
  effect: 'read',
  input: z.strictObject({ after: z.optional(depositIdField) }),
  output: z.array(openDeposit),
  answerIn: 'info',
  errors: ['depositUnknown'],
});

export const markDepositProof = operation({
  summary:
    'Marks the proof of a deposit that nothing came in for yet as looked at, which its member sees. It credits nothing: the rail alone does. Again changes nothing.',
  method: 'POST',
  path: '/operator/deposits/proof',
  access: { role: permissions.reviewDeposits },
  effect: 'write',
  input: z.strictObject({ member: memberField, deposit: depositIdField }),
  output: z.object({ id: z.string() }),
  errors: ['memberMissing', 'memberUnknown', 'depositUnknown', 'depositUnproven', 'depositArrived'],
});

export const refuseDeposit = operation({
  summary:
    'Refuses a deposit that nothing came in for, for a reason of the closed list, which its member reads. A transfer that comes in later is a deposit of its own, and credited.',
  method: 'POST',
  path: '/operator/deposits/refuse',
  access: { role: permissions.reviewDeposits },
  effect: 'write',
  input: z.strictObject({
    member: memberField,
    deposit: depositIdField,
    reason: z.enum(depositRefusals, refusedAs('actReasonMissing', 'actReasonUnknown')),
  }),
  output: z.object({ id: z.string() }),
  errors: [
    'memberMissing',
    'memberUnknown',
    'depositUnknown',
    'actReasonMissing',
    'actReasonUnknown',
    'depositArrived',
  ],
});

/** Path below `/api` where an operator looks at the proof of a deposit: the member's number, a hyphen, and the deposit's id. */
export const depositProofPath = '/operator/deposits/{deposit}/proof';
