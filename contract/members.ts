import * as z from 'zod/mini';
import { memberAccountNames } from '#core/ledger/accounts.ts';
import { limitPeriods } from '#core/limits/loss-limits.ts';
import { moment, refusedAs, textField, usdtText } from './fields.ts';
import { locales } from './locale.ts';
import { memberField } from './member-field.ts';
import { operation } from './operation.ts';
import { operatorRoles, permissions } from './roles.ts';
import { securityActs } from './security-acts.ts';
import { messageIdField, pinKinds, pinnedObject } from './support-schemas.ts';

const foundMember = z.object({
  username: z.string(),
  /** The number that the member is known by outside, 16 digits. */
  number: z.string(),
  nickname: z.string(),
  /** Product time. */
  createdAt: moment,
  isFrozen: z.boolean(),
});

/** A member as the search lists it. */
export type FoundMember = z.output<typeof foundMember>;

export const searchMembers = operation({
  summary: 'Members whose account name begins so, in the order of the names, or the one with that number of 16 digits.',
  method: 'GET',
  path: '/operator/members/search',
  access: { role: permissions.readMembers },
  effect: 'read',
  input: z.strictObject({ search: textField(/^[A-Za-z0-9]{1,20}$/, 'fieldMissing', 'fieldInvalid') }),
  output: z.array(foundMember),
  answerIn: 'info',
});

const freeze = z.object({
  /** Product time. */
  frozenAt: moment,
  /** Until when not even the member can lift it (wall time), or null. */
  holdsUntil: z.nullable(moment),
  /** The operator whose freeze it is; null for the member's own or that of a recovery. */
  operator: z.nullable(z.string()),
  byMember: z.boolean(),
});

const memberOverview = z.object({
  ...foundMember.shape,
  locale: z.enum(locales),
  timeZone: z.string(),
  freeze: z.nullable(freeze),
  /** Devices signed in. */
  sessions: z.int(),
  /** Wall time; null where none is kept. */
  lastSignInAt: z.nullable(moment),
  hasAuthenticator: z.boolean(),
  passkeys: z.int(),
  hasWithdrawalPassword: z.boolean(),
  /** The card in use, masked, or null. */
  card: z.nullable(z.string()),
  /** Until when the member is self-excluded (wall time), or null. */
  excludedUntil: z.nullable(moment),
  /** Whether a recovery of lost factors is open whose first approval has not lapsed. */
  isBeingRecovered: z.boolean(),
  /** Loss limits that the member has set. Wall time. */
  limits: z.array(
    z.object({
      period: z.enum(limitPeriods),
      amount: usdtText,
      /** A looser one that waits, and since when it counts; an amount of null lifts the limit. */
      next: z.nullable(z.object({ amount: z.nullable(usdtText), at: moment })),
    }),
  ),
  /** What each account holds, as a decimal string with all decimals of its asset. */
  balances: z.array(
    z.object({ account: z.enum(memberAccountNames), asset: z.enum(['USDT', 'PTS']), amount: z.string() }),
  ),
});

/** A member's account as operators see it. */
export type MemberOverview = z.output<typeof memberOverview>;

export const viewMember = operation({
  summary: 'A member’s account: balances, protections and devices. The member sees that an operator looked.',
  method: 'GET',
  path: '/operator/members/detail/{member}',
  access: { role: permissions.readMembers },
  effect: 'read',
  input: z.strictObject({ member: memberField }),
  output: memberOverview,
  errors: ['memberUnknown'],
});

const rowField = textField(/^[0-9A-Z]{4,20}$/, 'recordUnknown', 'recordUnknown');

export const listMemberObjects = operation({
  summary:
    'A member’s plans, orders of rounds, holdings, deposits or withdrawals, newest first, 20 at a time; `before` is the id of the last one seen. The member sees that an operator looked.',
  method: 'GET',
  path: '/operator/members/objects/{member}/{kind}',
  access: { role: permissions.readMembers },
  effect: 'read',
  input: z.strictObject({
    member: memberField,
    kind: z.enum(pinKinds, refusedAs('recordUnknown')),
    before: z.optional(rowField),
  }),
  output: z.array(pinnedObject),
  answerIn: 'info',
  errors: ['memberUnknown', 'recordUnknown'],
});

const memberAct = z.object({
  id: z.string(),
  act: z.enum(securityActs),
  detail: z.string(),
  /** Product time. */
  at: moment,
  /** Of an act of an operator, as the log has it. */
  operator: z.nullable(
    z.object({ operator: z.string(), role: z.enum(operatorRoles), act: z.string(), reason: z.string() }),
  ),
});

export const listMemberActs = operation({
  summary:
    'What touched the safety of a member’s account, and what operators did, newest first, 20 at a time; `before` is the id of the last one seen. The member sees that an operator looked.',
  method: 'GET',
  path: '/operator/members/acts/{member}',
  access: { role: permissions.readMembers },
  effect: 'read',
  input: z.strictObject({ member: memberField, before: z.optional(rowField) }),
  output: z.array(memberAct),
  answerIn: 'info',
  errors: ['memberUnknown', 'recordUnknown'],
});

/** The longest note on a member, in code points. */
export const noteLengthMax = 500;

const memberNote = z.object({
  id: z.string(),
  operator: z.string(),
  role: z.enum(operatorRoles),
  text: z.string(),
  /** Wall time. */
  writtenAt: moment,
});

/** What an operator wrote about a member. */
export type MemberNote = z.output<typeof memberNote>;

export const listMemberNotes = operation({
  summary:
    'What operators wrote about a member, newest first, 20 at a time; `before` is the id of the last one seen. The member sees that an operator looked, and takes the notes along in the own file.',
  method: 'GET',
  path: '/operator/members/notes/{member}',
  access: { role: permissions.readMembers },
  effect: 'read',
  input: z.strictObject({ member: memberField, before: z.optional(rowField) }),
  output: z.array(memberNote),
  answerIn: 'info',
  errors: ['memberUnknown', 'recordUnknown'],
});

export const addMemberNote = operation({
  summary:
    'Writes a note on a member, which nobody can change. The member is notified of it and can read it in the own file. Sent again under the same `id`, it is the note that was kept.',
  method: 'POST',
  path: '/operator/members/notes',
  access: { role: permissions.noteMembers },
  effect: 'write',
  input: z.strictObject({
    member: memberField,
    id: z.optional(messageIdField),
    text: textField(
      new RegExp(`^(?=[\\s\\S]*[^\\s\\p{Cf}])(?:\\n|[^\\p{Cc}\\p{Cs}]){1,${noteLengthMax}}$`, 'u'),
      'noteInvalid',
      'noteInvalid',
    ),
  }),
  output: memberNote,
  errors: ['memberMissing', 'memberUnknown', 'messageIdInvalid', 'noteInvalid'],
});
