import * as z from 'zod/mini';
import { moment, textField } from './fields.ts';
import { sessionItem } from './identity-schemas.ts';
import { operation } from './operation.ts';
import { operatorField, operatorReasonField, roleField } from './operator-fields.ts';
import { operatorRoles, type Permission, permissions } from './roles.ts';

const link = z.object({
  /** One use; it goes behind the `#` of the address `/operator/enrol`, which servers do not see. */
  token: z.string(),
  expiresAt: moment,
});

export const getOperatorSession = operation({
  summary: 'Who is signed in as an operator, until when, and what the role may do.',
  method: 'GET',
  path: '/operator/session',
  access: { role: permissions.useOwnSession },
  effect: 'read',
  output: z.object({
    operator: z.string(),
    role: z.enum(operatorRoles),
    permissions: z.array(z.enum(Object.keys(permissions) as [Permission, ...Permission[]])),
    /** The end at the latest; after 30 minutes without a call it ends as well. */
    expiresAt: moment,
  }),
});

export const listOperatorSessions = operation({
  summary: 'The operator’s own open sessions, the last used first.',
  method: 'GET',
  path: '/operator/sessions',
  access: { role: permissions.useOwnSession },
  effect: 'read',
  output: z.array(sessionItem),
});

export const revokeOperatorSession = operation({
  summary: 'Ends one of the operator’s own sessions.',
  method: 'POST',
  path: '/operator/sessions/revoke',
  access: { role: permissions.useOwnSession },
  effect: 'write',
  input: z.strictObject({ session: textField(/^[0-9a-f]{24}$/, 'sessionUnknown', 'sessionUnknown') }),
  output: z.object({}),
  errors: ['sessionUnknown'],
});

export const listOperators = operation({
  summary: 'All operators, those who have ended as well.',
  method: 'GET',
  path: '/operator/operators',
  access: { role: permissions.readOperators },
  effect: 'read',
  output: z.array(
    z.object({
      operator: z.string(),
      role: z.enum(operatorRoles),
      createdAt: moment,
      endedAt: z.nullable(moment),
      passkeys: z.int(),
      hasAuthenticator: z.boolean(),
      /** Open sessions. */
      sessions: z.int(),
    }),
  ),
});

export const createOperator = operation({
  summary: 'Creates an operator and returns the one-time link, which is shown this once.',
  method: 'POST',
  path: '/operator/operators/create',
  access: { role: permissions.manageOperators },
  effect: 'write',
  input: z.strictObject({ operator: operatorField, role: roleField, reason: operatorReasonField }),
  output: link,
  errors: [
    'operatorMissing',
    'operatorInvalid',
    'operatorTaken',
    'roleUnknown',
    'actReasonMissing',
    'actReasonInvalid',
  ],
});

export const renewOperatorLink = operation({
  summary:
    'A new one-time link for an operator who has lost the device. Links and sessions before it end, and with its use passkeys and app before it.',
  method: 'POST',
  path: '/operator/operators/link',
  access: { role: permissions.manageOperators },
  effect: 'write',
  input: z.strictObject({ operator: operatorField, reason: operatorReasonField }),
  output: link,
  errors: ['operatorMissing', 'operatorInvalid', 'operatorUnknown', 'actReasonMissing', 'actReasonInvalid'],
});

export const endOperatorSessions = operation({
  summary: 'Signs an operator out on every device at once. Passkeys, app and role stay.',
  method: 'POST',
  path: '/operator/operators/sessions/end',
  access: { role: permissions.manageOperators },
  effect: 'write',
  input: z.strictObject({ operator: operatorField, reason: operatorReasonField }),
  output: z.object({}),
  errors: ['operatorMissing', 'operatorInvalid', 'operatorUnknown', 'actReasonMissing', 'actReasonInvalid'],
});

export const changeOperatorRole = operation({
  summary: 'Gives an operator another role, which counts at once.',
  method: 'POST',
  path: '/operator/operators/role',
  access: { role: permissions.manageOperators },
  effect: 'write',
  input: z.strictObject({ operator: operatorField, role: roleField, reason: operatorReasonField }),
  output: z.object({}),
  errors: [
    'operatorMissing',
    'operatorInvalid',
    'operatorUnknown',
    'roleUnknown',
    'lastOwner',
    'actReasonMissing',
    'actReasonInvalid',
  ],
});

export const endOperator = operation({
  summary:
    'Ends an operator and all sessions of it at once. The name stays with what it did, and is never given again.',
  method: 'POST',
  path: '/operator/operators/end',
  access: { role: permissions.manageOperators },
  effect: 'write',
  input: z.strictObject({ operator: operatorField, reason: operatorReasonField }),
  output: z.object({}),
  errors: [
    'operatorMissing',
    'operatorInvalid',
    'operatorUnknown',
    'lastOwner',
    'actReasonMissing',
    'actReasonInvalid',
  ],
});
