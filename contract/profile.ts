import * as z from 'zod/mini';
import type { Usdt } from '#core/money/amount.ts';
import type { ErrorCode } from './errors.ts';
import { moment, personNamePattern, tidied, usdtText } from './fields.ts';
import { locales } from './locale.ts';
import { operation } from './operation.ts';
import { reauthenticationErrors, reauthenticationFields } from './reauthentication.ts';

const usdtValue = z.custom<Usdt>();

/** The member's own figures. Money in USDT; the weight score in points. */
const memberWire = z.object({
  username: z.string(),
  integral: z.int(),
  banlance: usdtText,
  usdt: usdtText,
  usdtd: usdtText,
  today_profit: usdtText,
  profit: usdtText,
  rule: z.string(),
  multiple: z.int(),
  postings: z.int(),
});

const memberFigures = z.object({
  username: z.string(),
  weight: z.number(),
  /** Available plus locked, always. */
  authorization: usdtValue,
  available: usdtValue,
  locked: usdtValue,
  /** Settled income of plans, financing and rounds, today (the member's day) and ever. */
  incomeToday: usdtValue,
  incomeTotal: usdtValue,
  /** What the weight score is for, in the member's language. */
  rule: z.string(),
  leverageUnlocked: z.number(),
  /** How many ledger postings the figures add up from. */
  postings: z.number(),
});

export const getMember = operation({
  summary: 'The member: weight score, quotas, income, unlocked leverage.',
  method: 'GET',
  path: '/user/center',
  access: 'member',
  effect: 'read',
  input: z.strictObject({}),
  output: z.codec(memberWire, memberFigures, {
    decode: (wire) => ({
      username: wire.username,
      weight: wire.integral,
      authorization: wire.banlance,
      available: wire.usdt,
      locked: wire.usdtd,
      incomeToday: wire.today_profit,
      incomeTotal: wire.profit,
      rule: wire.rule,
      leverageUnlocked: wire.multiple,
      postings: wire.postings,
    }),
    encode: (member) => ({
      username: member.username,
      integral: member.weight,
      banlance: member.authorization,
      usdt: member.available,
      usdtd: member.locked,
      today_profit: member.incomeToday,
      profit: member.incomeTotal,
      rule: member.rule,
      multiple: member.leverageUnlocked,
      postings: member.postings,
    }),
  }),
  answerIn: 'url',
  errors: [],
});

const profileWire = z.object({
  username: z.string(),
  /** Empty text where none is given. */
  nickname: z.string(),
  /** Must match the name on the bank card when money is withdrawn to it; empty where none is given. */
  realname: z.string(),
  timezone: z.string(),
  locale: z.enum(locales),
  registeredAt: moment,
  hasWithdrawalPassword: z.boolean(),
  hasBankCard: z.boolean(),
  frozen: z.boolean(),
  /** An authenticator app is set up: sign-in and acts that touch the account's safety ask for its code. */
  hasAuthenticator: z.boolean(),
});

/** A member’s profile and how the account is secured. */
export type AccountInfo = z.output<typeof profileWire>;

export const getAccountInfo = operation({
  summary: 'The member’s profile and how the account is secured.',
  method: 'GET',
  path: '/user/accountinfo',
  access: 'member',
  effect: 'read',
  input: z.strictObject({}),
  output: profileWire,
  answerIn: 'url',
  errors: [],
});

const tidyTextOrNone = (pattern: RegExp, invalid: ErrorCode) =>
  z.string().check(z.refine((text) => text === '' || pattern.test(tidied(text)), { error: () => invalid }));

export const updateProfile = operation({
  summary:
    'Changes what is given of the profile and leaves the rest; an empty name takes it away. Another real name takes the login password.',
  method: 'POST',
  path: '/User/upinfo',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'login', when: 'newRealName' },
  input: z.strictObject({
    nickname: z.optional(tidyTextOrNone(/^[\p{L}\p{M}\p{N} ._-]{0,24}$/u, 'nicknameInvalid')),
    realname: z.optional(tidyTextOrNone(personNamePattern, 'realNameInvalid')),
    /** A name of the IANA database, like Asia/Bangkok. */
    timezone: z.optional(
      z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/, { error: () => 'timeZoneUnknown' })),
    ),
    locale: z.optional(z.enum(locales, { error: () => 'localeUnknown' })),
    ...reauthenticationFields,
  }),
  output: profileWire,
  answerIn: 'url',
  message: 'profileSaved',
  errors: [
    'nicknameInvalid',
    'realNameInvalid',
    'timeZoneUnknown',
    'localeUnknown',
    'accountFrozen',
    ...reauthenticationErrors,
  ],
});
