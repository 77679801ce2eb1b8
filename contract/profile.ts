import * as z from 'zod/mini';
import { passwordPattern, verifyCodePattern } from './account.ts';
import { factorErrors, factorField } from './factor-field.ts';
import { moment, textField } from './fields.ts';
import { locales } from './locale.ts';
import { operation } from './operation.ts';
import { personNamePattern } from './security.ts';

const anyPassword = /^[\s\S]{1,64}$/;

export const changeLoginPassword = operation({
  name: 'changeLoginPassword',
  feature: 'account',
  summary: 'Changes the login password and signs every other device out.',
  method: 'POST',
  path: '/User/uppassword',
  access: 'member',
  effect: 'write',
  input: z.strictObject({
    oldpassword: textField(anyPassword, 'oldPasswordMissing', 'oldPasswordWrong'),
    password: textField(passwordPattern, 'passwordAndCodeMissing', 'passwordInvalid'),
    repassword: textField(anyPassword, 'passwordAndCodeMissing', 'passwordsDiffer'),
    code: textField(verifyCodePattern, 'passwordAndCodeMissing', 'verifyCodeWrong'),
    /** Asked for with an authenticator app set up. */
    factor: z.optional(factorField),
  }),
  /** How many other devices were signed out. */
  output: z.object({ sessionsEnded: z.int() }),
  answerIn: 'url',
  message: 'loginPasswordSaved',
  errors: [
    'oldPasswordMissing',
    'passwordAndCodeMissing',
    'passwordInvalid',
    'passwordsDiffer',
    'oldPasswordWrong',
    'signInLocked',
    'verifyCodeWrong',
    ...factorErrors,
  ],
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
  hasFundPassword: z.boolean(),
  hasBankCard: z.boolean(),
  frozen: z.boolean(),
  /** An authenticator app is set up: sign-in and acts that touch the account's safety ask for its code. */
  hasAuthenticator: z.boolean(),
});

export type AccountInfo = z.output<typeof profileWire>;

export const getAccountInfo = operation({
  name: 'getAccountInfo',
  feature: 'account',
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

const emptyOr = (pattern: RegExp): RegExp => new RegExp(`^$|${pattern.source}`, pattern.flags);

export const updateProfile = operation({
  name: 'updateProfile',
  feature: 'account',
  summary: 'Changes what is given of the profile and leaves the rest; an empty name takes it away.',
  method: 'POST',
  path: '/User/upinfo',
  access: 'member',
  effect: 'write',
  input: z.strictObject({
    nickname: z.optional(
      z.string().check(z.regex(/^[\p{L}\p{M}\p{N} ._-]{0,24}$/u, { error: () => 'nicknameInvalid' })),
    ),
    realname: z.optional(z.string().check(z.regex(emptyOr(personNamePattern), { error: () => 'realNameInvalid' }))),
    /** A name of the IANA database, like Asia/Bangkok. */
    timezone: z.optional(
      z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_+/-]{1,60}$/, { error: () => 'timeZoneUnknown' })),
    ),
    locale: z.optional(z.enum(locales, { error: () => 'localeUnknown' })),
  }),
  output: profileWire,
  answerIn: 'url',
  message: 'profileSaved',
  errors: ['nicknameInvalid', 'realNameInvalid', 'timeZoneUnknown', 'localeUnknown'],
});

export const listSessions = operation({
  name: 'listSessions',
  feature: 'account',
  summary: 'The devices that are signed in, the last used first; at most 20.',
  method: 'GET',
  path: '/account/sessions',
  access: 'member',
  effect: 'read',
  input: z.strictObject({}),
  output: z.array(
    z.object({
      id: z.string(),
      /** The one that asks. */
      current: z.boolean(),
      userAgent: z.string(),
      address: z.string(),
      signedInAt: moment,
      lastSeenAt: moment,
      expiresAt: moment,
    }),
  ),
  answerIn: 'info',
  errors: [],
});

export const revokeSession = operation({
  name: 'revokeSession',
  feature: 'account',
  summary: 'Signs another device of the member out; `others` stands for all but this one.',
  method: 'POST',
  path: '/account/sessions/revoke',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ session: textField(/^([0-9a-f]{24}|others)$/, 'sessionUnknown', 'sessionUnknown') }),
  output: z.object({ sessionsEnded: z.int() }),
  answerIn: 'url',
  message: 'sessionRevoked',
  errors: ['sessionUnknown'],
});

export const listSignIns = operation({
  name: 'listSignIns',
  feature: 'account',
  summary:
    'Sign-ins to the account and failed tries, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/account/signins',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ before: z.optional(textField(/^[0-9A-Z]{4,20}$/, 'signInUnknown', 'signInUnknown')) }),
  output: z.array(
    z.object({
      id: z.string(),
      result: z.enum(['registered', 'signedIn', 'signedInByPasskey', 'wrongPassword', 'wrongFactor']),
      userAgent: z.string(),
      address: z.string(),
      at: moment,
    }),
  ),
  answerIn: 'info',
  errors: ['signInUnknown'],
});
