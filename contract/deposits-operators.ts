import * as z from 'zod/mini';
import { moment, textField, usdtText } from './fields.ts';
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
  /** Product time. */
  requestedAt: moment,
});

/** A deposit that is under way, as operators see it. */
export type OpenDeposit = z.output<typeof openDeposit>;

export const listOpenDeposits = operation({
  summary:
    'Deposits of all members that are under way, oldest first, 20 at a time; `after` is the id of the last one seen. The rail alone credits or rejects them.',
  method: 'GET',
  path: '/operator/deposits',
  access: { role: permissions.readPayments },
  effect: 'read',
  input: z.strictObject({ after: z.optional(textField(/^[0-9A-Z]{4,20}$/, 'depositUnknown', 'depositUnknown')) }),
  output: z.array(openDeposit),
  answerIn: 'info',
  errors: ['depositUnknown'],
});

/** Path below `/api` where an operator looks at the proof of a deposit: the member's number, a hyphen, and the deposit's id. */
export const depositProofPath = '/operator/deposits/{deposit}/proof';
