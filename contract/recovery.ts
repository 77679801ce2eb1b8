import * as z from 'zod/mini';
import { moment } from './fields.ts';
import { operation } from './operation.ts';

const recovery = z.object({
  /** A recovery that two operators agreed to and its member can still stop, or null. Wall time, as all of this. */
  waiting: z.nullable(z.object({ approvedAt: moment, takesEffectAt: moment })),
  /** Until then the freeze that came with a recovery cannot be lifted; null where none holds. */
  freezeHoldsUntil: z.nullable(moment),
});

export type Recovery = z.output<typeof recovery>;

export const getRecovery = operation({
  name: 'getRecovery',
  feature: 'recovery',
  summary:
    'Whether the account is being recovered: authenticator app, backup codes and passkeys are removed at a moment that is told, because their owner said to have lost them.',
  method: 'GET',
  path: '/security/recovery',
  access: 'member',
  effect: 'read',
  input: z.strictObject({}),
  output: recovery,
  answerIn: 'url',
  errors: [],
});

export const cancelRecovery = operation({
  name: 'cancelRecovery',
  feature: 'recovery',
  summary: 'Stops the recovery of the account, from any device that is signed in.',
  method: 'POST',
  path: '/security/recovery/cancel',
  access: 'member',
  effect: 'write',
  input: z.strictObject({}),
  output: recovery,
  answerIn: 'url',
  message: 'recoveryStopped',
  errors: ['recoveryUnknown'],
});
