import * as z from 'zod/mini';
import { moment } from './fields.ts';
import { locales } from './locale.ts';
import { operation } from './operation.ts';

/** A member’s profile and how the account is secured. */
export const accountInfo = z.object({
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

/** A member’s profile as the domain has it. */
export type AccountInfo = z.output<typeof accountInfo>;

export const getAccountInfo = operation({
  summary: 'The member’s profile and how the account is secured.',
  method: 'GET',
  path: '/user/accountinfo',
  access: 'member',
  effect: 'read',
  output: accountInfo,
});
