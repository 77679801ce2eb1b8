import * as z from 'zod/mini';
import { moment, textField } from './fields.ts';
import { operation } from './operation.ts';
import { operatorActs } from './operator-acts.ts';
import { operatorField } from './operator-fields.ts';
import { operatorRoles, permissions } from './roles.ts';

const actIdField = textField(/^\d{1,18}$/, 'operatorActUnknown', 'operatorActUnknown');

/** Acts of a page of `listOperatorActs`. */
export const actsPerPage = 50;

export const listOperatorActs = operation({
  summary: `The log of all acts of operators, the newest first, ${actsPerPage} at a time; \`before\` is the id of the last one seen.`,
  method: 'GET',
  path: '/operator/log',
  access: { role: permissions.readLog },
  effect: 'read',
  input: z.strictObject({
    before: z.optional(actIdField),
    operator: z.optional(operatorField),
    act: z.optional(z.enum(operatorActs, { error: () => 'operatorActUnknown' })),
    member: z.optional(textField(/^\d{16}$/, 'memberUnknown', 'memberUnknown')),
  }),
  output: z.array(
    z.object({
      id: z.string(),
      operator: z.string(),
      role: z.enum(operatorRoles),
      /** One of `operatorActs`; an older or newer version may have others. */
      act: z.string(),
      /** Kind and id; a member by number. */
      subject: z.string(),
      /** Number of the member whom it touches. */
      member: z.nullable(z.string()),
      reason: z.string(),
      detail: z.record(z.string(), z.string()),
      at: moment,
      /** Place in the chain and its hash in hex; null for some seconds after the act. */
      position: z.nullable(z.string()),
      hash: z.nullable(z.string()),
    }),
  ),
  errors: ['operatorActUnknown', 'operatorMissing', 'operatorInvalid', 'memberUnknown'],
});

export const getOperatorLogState = operation({
  summary: 'The head of the log’s chain, and how many acts wait to be chained.',
  method: 'GET',
  path: '/operator/log/state',
  access: { role: permissions.readLog },
  effect: 'read',
  /** Position 0 and zeros while nothing is chained. */
  output: z.object({ position: z.string(), hash: z.string(), waiting: z.int() }),
});
