import * as z from 'zod/mini';
import { requiredCaptchaField } from './captcha-field.ts';
import { factorErrors, factorField } from './factor-field.ts';
import { moment, textField } from './fields.ts';
import { operation } from './operation.ts';
import { actsOnMembers } from './operator-acts.ts';
import { newPasswordErrors, newPasswordFields } from './passwords.ts';
import { anyPassword, ownerErrors, reauthenticationFields } from './reauthentication.ts';
import { operatorRoles } from './roles.ts';
import { securityActs } from './security-acts.ts';

const withdrawalPassword = z.object({
  isSet: z.boolean(),
  /** A new password that is not active yet, or null. Until then the old one is valid. */
  reset: z.nullable(z.object({ requestedAt: moment, activeFrom: moment })),
});

/** Whether a withdrawal password is set and whether a new one waits; moments in ms of the wall clock. */
export type WithdrawalPasswordState = z.output<typeof withdrawalPassword>;

export const changeWithdrawalPassword = operation({
  summary: 'Sets the withdrawal password. The old one is not needed on first setting, but the login password is.',
  method: 'POST',
  path: '/User/uppp',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'login', when: 'firstWithdrawalPassword' },
  input: z.strictObject({
    oldpassword: z.optional(textField(anyPassword, 'oldPasswordMissing', 'withdrawalPasswordWrong')),
    ...newPasswordFields,
    ...reauthenticationFields,
  }),
  output: z.object({}),
  message: 'withdrawalPasswordSaved',
  errors: [
    ...newPasswordErrors,
    ...ownerErrors,
    'loginPasswordNeeded',
    'passwordUnchanged',
    'oldPasswordMissing',
    'withdrawalPasswordWrong',
    'withdrawalPasswordLocked',
  ],
});

export const getWithdrawalPassword = operation({
  summary: 'Whether a withdrawal password is set, and whether a new one waits to take its place.',
  method: 'GET',
  path: '/security/fundpassword',
  access: 'member',
  effect: 'read',
  output: withdrawalPassword,
});

export const resetWithdrawalPassword = operation({
  summary: 'Replaces a forgotten withdrawal password with the login password. It takes effect after 24 hours.',
  method: 'POST',
  path: '/security/fundpassword/reset',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'login', when: 'always' },
  input: z.strictObject({
    /** The login password. */
    login: textField(anyPassword, 'passwordAndCodeMissing', 'oldPasswordWrong'),
    ...newPasswordFields,
  }),
  output: withdrawalPassword,
  message: 'withdrawalPasswordResetWaits',
  errors: [...newPasswordErrors, 'oldPasswordWrong', 'signInLocked', 'withdrawalPasswordUnset', 'accountFrozen'],
});

export const keepWithdrawalPassword = operation({
  summary: 'Cancels a pending new withdrawal password.',
  method: 'POST',
  path: '/security/fundpassword/keep',
  access: 'member',
  effect: 'write',
  output: withdrawalPassword,
  message: 'withdrawalPasswordKept',
  errors: ['withdrawalPasswordResetUnknown'],
});

export const freezeAccount = operation({
  summary:
    'Freezes the account at once: no withdrawal is taken or sent, no plan placed, no card replaced, until its owner lifts it.',
  method: 'POST',
  path: '/security/freeze',
  access: 'member',
  effect: 'write',
  output: z.object({}),
  message: 'accountNowFrozen',
});

export const unfreezeAccount = operation({
  summary: 'Lifts the freeze with the login password and a captcha.',
  method: 'POST',
  path: '/security/unfreeze',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'password', when: 'always' },
  input: z.strictObject({
    password: textField(anyPassword, 'passwordAndCodeMissing', 'oldPasswordWrong'),
    code: requiredCaptchaField,
    /** Asked for with an authenticator app set up. */
    factor: z.optional(factorField),
  }),
  output: z.object({}),
  message: 'accountNowUnfrozen',
  errors: [
    'passwordAndCodeMissing',
    'oldPasswordWrong',
    'signInLocked',
    'captchaWrong',
    'freezeHolds',
    'operatorFreezeHolds',
    ...factorErrors,
  ],
});

export const listSecurityActs = operation({
  summary:
    'What touched the safety of the account, newest first, 20 at a time; `before` is the id of the last one seen, `by` leaves what operators did.',
  method: 'GET',
  path: '/security/acts',
  access: 'member',
  effect: 'read',
  input: z.strictObject({
    before: z.optional(textField(/^[0-9A-Z]{4,20}$/, 'securityActUnknown', 'securityActUnknown')),
    by: z.optional(z.enum(['operators'], { error: () => 'fieldInvalid' })),
  }),
  output: z.array(
    z.object({
      id: z.string(),
      act: z.enum(securityActs),
      /** The masked card where the act concerns one, else empty. */
      detail: z.string(),
      at: moment,
      /** Of an act of an operator: what was done, in which role, why, and on which withdrawal or deposit. */
      operator: z.nullable(
        z.object({
          act: z.enum(actsOnMembers),
          role: z.enum(operatorRoles),
          reason: z.string(),
          about: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  answerIn: 'info',
  errors: ['securityActUnknown'],
});
