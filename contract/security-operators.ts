import * as z from 'zod/mini';
import { moment } from './fields.ts';
import { memberField } from './member-field.ts';
import { operation } from './operation.ts';
import { operatorReasonField } from './operator-fields.ts';
import { permissions } from './roles.ts';

const actOnMember = z.strictObject({ member: memberField, reason: operatorReasonField });

export const freezeMember = operation({
  summary:
    'Freezes a member’s account for 72 hours at most: no withdrawal is taken or sent, no plan placed. Repeating it while it holds changes nothing, and one within 144 hours of another ends with that one’s 72 hours, so that no freeze is drawn out.',
  method: 'POST',
  path: '/operator/members/freeze',
  access: { role: permissions.protectMembers },
  effect: 'write',
  input: actOnMember,
  /** Wall time from which the member can lift it. */
  output: z.object({ holdsUntil: moment }),
  errors: ['memberMissing', 'memberUnknown', 'actReasonMissing', 'actReasonInvalid', 'frozenByOperatorLately'],
});

export const unfreezeMember = operation({
  summary: 'Lifts an operator’s freeze. A freeze by the member, or of a recovery, stays.',
  method: 'POST',
  path: '/operator/members/unfreeze',
  access: { role: permissions.protectMembers },
  effect: 'write',
  input: actOnMember,
  output: z.object({}),
  errors: ['memberMissing', 'memberUnknown', 'actReasonMissing', 'actReasonInvalid', 'notFrozenByOperator'],
});
