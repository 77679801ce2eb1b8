import * as z from 'zod/mini';
import { memberField } from './member-field.ts';
import { operation } from './operation.ts';
import { permissions } from './roles.ts';
import { recordIdField, recordOutput } from './wallet.ts';

export const listMemberRecords = operation({
  summary:
    'Changes of a member’s accounts as the member sees them, newest first, 20 at a time; `before` is the id of the last one seen. The member sees that an operator looked.',
  method: 'GET',
  path: '/operator/members/records/{member}',
  access: { role: permissions.readMembers },
  effect: 'read',
  input: z.strictObject({ member: memberField, before: z.optional(recordIdField) }),
  output: z.array(recordOutput),
  answerIn: 'info',
  errors: ['memberUnknown', 'recordUnknown'],
});
