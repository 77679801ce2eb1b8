import * as z from 'zod/mini';
import { memberAccountNames } from '#core/ledger/accounts.ts';
import { moment, textField } from './fields.ts';
import { locales } from './locale.ts';
import { memberField } from './member-field.ts';
import { operation } from './operation.ts';
import { permissions } from './roles.ts';

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
  errors: [],
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
  /** Whether a recovery of lost factors is open. */
  isBeingRecovered: z.boolean(),
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
  answerIn: 'url',
  errors: ['memberUnknown'],
});
