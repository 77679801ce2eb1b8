import * as z from 'zod/mini';
import { passwordPattern, verifyCodePattern } from './account.ts';
import { factorErrors, factorField } from './factor-field.ts';
import { moment, textField } from './fields.ts';
import { operation } from './operation.ts';

const anyPassword = /^[\s\S]{1,64}$/;

const fundPassword = z.object({
  isSet: z.boolean(),
  /** A new password that waits for its day, or null. Until then the old one counts. */
  reset: z.nullable(z.object({ requestedAt: moment, activeFrom: moment })),
});

export type FundPasswordState = z.output<typeof fundPassword>;

export const getFundPassword = operation({
  name: 'getFundPassword',
  feature: 'security',
  summary: 'Whether a withdrawal password is set, and whether a new one waits to take its place.',
  method: 'GET',
  path: '/security/fundpassword',
  access: 'member',
  effect: 'read',
  input: z.strictObject({}),
  output: fundPassword,
  answerIn: 'url',
  errors: [],
});

export const resetFundPassword = operation({
  name: 'resetFundPassword',
  feature: 'security',
  summary:
    'A new withdrawal password for who has forgotten it, with the login password and a verification code. It counts after 24 hours.',
  method: 'POST',
  path: '/security/fundpassword/reset',
  access: 'member',
  effect: 'write',
  input: z.strictObject({
    /** The login password. */
    login: textField(anyPassword, 'passwordAndCodeMissing', 'oldPasswordWrong'),
    password: textField(passwordPattern, 'passwordAndCodeMissing', 'passwordInvalid'),
    repassword: textField(anyPassword, 'passwordAndCodeMissing', 'passwordsDiffer'),
    code: textField(verifyCodePattern, 'passwordAndCodeMissing', 'verifyCodeWrong'),
    /** Asked for with an authenticator app set up. */
    factor: z.optional(factorField),
  }),
  output: fundPassword,
  answerIn: 'url',
  message: 'fundPasswordResetWaits',
  errors: [
    'passwordAndCodeMissing',
    'passwordInvalid',
    'passwordsDiffer',
    'oldPasswordWrong',
    'signInLocked',
    'verifyCodeWrong',
    'fundPasswordUnset',
    'accountFrozen',
    ...factorErrors,
  ],
});

export const keepFundPassword = operation({
  name: 'keepFundPassword',
  feature: 'security',
  summary: 'Calls a waiting new withdrawal password off.',
  method: 'POST',
  path: '/security/fundpassword/keep',
  access: 'member',
  effect: 'write',
  input: z.strictObject({}),
  output: fundPassword,
  answerIn: 'url',
  message: 'fundPasswordKept',
  errors: ['fundPasswordResetUnknown'],
});
