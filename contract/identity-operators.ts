import * as z from 'zod/mini';
import { moment, refusedAs, textField } from './fields.ts';
import { memberField } from './member-field.ts';
import { operation } from './operation.ts';
import { passwordRequestReasons } from './operator-acts.ts';
import { operatorReasonField } from './operator-fields.ts';
import { permissions } from './roles.ts';

export const endMemberSessions = operation({
  summary: 'Signs a member out on every device.',
  method: 'POST',
  path: '/operator/members/sessions/end',
  access: { role: permissions.protectMembers },
  effect: 'write',
  input: z.strictObject({ member: memberField, reason: operatorReasonField }),
  output: z.object({}),
  errors: ['memberMissing', 'memberUnknown', 'actReasonMissing', 'actReasonInvalid'],
});

const recoveryIdPattern = /^[0-9A-Z]{16}$/;
const recoveryIdField = textField(recoveryIdPattern, 'recordUnknown', 'recordUnknown');

const recovery = {
  id: z.string(),
  /** The member's number of 16 digits. */
  member: z.string(),
  /** Wall time of the first approval, as are the other moments. */
  askedAt: moment,
  /** Who decided, in order, and why. */
  decisions: z.array(
    z.object({ operator: z.string(), decision: z.enum(['approved', 'refused']), reason: z.string(), at: moment }),
  ),
};

/** What is lost: app, backup codes and passkeys; or these and the login password. */
const lost = z.enum(['secondFactors', 'everyWayIn']);

const listedRecovery = z.object({
  ...recovery,
  username: z.string(),
  lost,
  /** Number of the request for a new login password, or null. */
  request: z.nullable(z.string()),
  /** `lapsed`: the second approval did not come in time; it can only be refused, or asked for anew. */
  state: z.enum(['waiting', 'lapsed', 'approved']),
  /** Operators that must approve. */
  needed: z.int(),
  /** Whose approvals count, in order. */
  approvedBy: z.array(z.string()),
  /** From then on it takes no approval. */
  expiresAt: moment,
  /** When it takes effect, unless somebody stops it; null before the second approval. */
  takesEffectAt: z.nullable(moment),
  /** What `decideApproval` takes for it. */
  approval: z.object({ id: z.string(), hash: z.string() }),
  /** Whether the caller may: of the role, and for an approval not the one who gave one. */
  mayApprove: z.boolean(),
  mayRefuse: z.boolean(),
});

/** A recovery that has not ended. */
export type ListedRecovery = z.output<typeof listedRecovery>;

export const listOpenRecoveries = operation({
  summary:
    'Recoveries of accounts that have not ended, the oldest first, 20 at a time; `after` is the id of the last one seen.',
  method: 'GET',
  path: '/operator/recoveries',
  access: { role: permissions.readApprovals },
  effect: 'read',
  input: z.strictObject({ after: z.optional(recoveryIdField) }),
  output: z.array(listedRecovery),
  errors: ['recordUnknown'],
});

const endedRecovery = z.object({
  ...recovery,
  /** Null for a deleted account. */
  username: z.nullable(z.string()),
  /** Null for a deleted account. */
  lost: z.nullable(lost),
  endedAt: moment,
  outcome: z.enum(['done', 'cancelled', 'factorUsed', 'passwordUsed', 'refused', 'expired']),
});

/** A recovery that is over. */
export type EndedRecovery = z.output<typeof endedRecovery>;

export const listEndedRecoveries = operation({
  summary:
    'Recoveries of accounts that are over, with their outcome, the newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/operator/recoveries/ended',
  access: { role: permissions.readDecisions },
  effect: 'read',
  input: z.strictObject({ before: z.optional(recoveryIdField) }),
  output: z.array(endedRecovery),
  errors: ['recordUnknown'],
});

const passwordRequests = z.object({
  /** The member's number of 16 digits. */
  member: z.string(),
  username: z.string(),
  /** How many there are: anybody may ask for any account. */
  requests: z.int(),
  firstAskedAt: moment,
  lastAskedAt: moment,
  /** When the last of them lapses. */
  lapsesAt: moment,
  isBeingRecovered: z.boolean(),
});

/** A member's open requests for a new login password. */
export type PasswordRequests = z.output<typeof passwordRequests>;

export const listPasswordRequests = operation({
  summary:
    'Members for whom a new login password is asked for and no recovery was begun on it, the longest waiting first, 20 at a time; `after` is the number of the last member seen. The numbers of the requests are left out: only the owner can give the right one.',
  method: 'GET',
  path: '/operator/recoveries/requests',
  access: { role: permissions.readApprovals },
  effect: 'read',
  input: z.strictObject({ after: z.optional(textField(/^\d{16}$/, 'recordUnknown', 'recordUnknown')) }),
  output: z.array(passwordRequests),
  errors: ['recordUnknown'],
});

export const closePasswordRequests = operation({
  summary:
    'Closes the requests for a new login password of a member on which no recovery was begun, asked for up to `through`, the wall time of the last one that the operator saw. They take no recovery from then on, and their member reads why.',
  method: 'POST',
  path: '/operator/recoveries/requests/close',
  access: { role: permissions.reviewRecoveries },
  effect: 'write',
  input: z.strictObject({
    member: memberField,
    through: textField(/^\d{1,14}$/, 'passwordRequestUnknown', 'passwordRequestUnknown'),
    reason: z.enum(passwordRequestReasons, refusedAs('actReasonMissing', 'actReasonUnknown')),
  }),
  output: z.object({ closed: z.int() }),
  errors: ['memberMissing', 'memberUnknown', 'actReasonMissing', 'actReasonUnknown', 'passwordRequestUnknown'],
});

export const proposeRecovery = operation({
  summary:
    'Asks for the recovery of a member’s account, with the operator’s own approval: of the second factors, and with the number of a request of the login password as well. It waits for a second operator, at most a day, and 72 hours more before it takes effect.',
  method: 'POST',
  path: '/operator/recoveries/propose',
  access: { role: permissions.reviewRecoveries },
  effect: 'write',
  input: z.strictObject({
    member: memberField,
    request: z.optional(textField(recoveryIdPattern, 'passwordRequestUnknown', 'passwordRequestUnknown')),
    reason: operatorReasonField,
  }),
  output: z.object({ id: z.string() }),
  errors: [
    'memberMissing',
    'memberUnknown',
    'actReasonMissing',
    'actReasonInvalid',
    'recoveryOpen',
    'nothingToRecover',
    'passwordRequestUnknown',
  ],
});
