import * as z from 'zod/mini';
import { usernamePattern } from './account-name.ts';
import { requiredCaptchaField } from './captcha-field.ts';
import { factorField } from './factor-field.ts';
import { textField } from './fields.ts';
import { passkeyErrors, signedInMember } from './identity-schemas.ts';
import { operation } from './operation.ts';
import { passkeyAnswerField, passkeySignature } from './passkey-forms.ts';
import { passwordPattern } from './passwords.ts';
import { anyPassword } from './reauthentication.ts';

/** The new password, typed twice, with the captcha. */
const replacement = {
  password: textField(passwordPattern, 'passwordAndCodeMissing', 'passwordInvalid'),
  repassword: textField(anyPassword, 'passwordAndCodeMissing', 'passwordsDiffer'),
  code: requiredCaptchaField,
};

const replacementErrors = [
  'passwordAndCodeMissing',
  'passwordInvalid',
  'passwordIsUsername',
  'passwordKnown',
  'passwordsDiffer',
  'captchaWrong',
] as const;

const account = textField(usernamePattern, 'usernameMissing', 'usernameInvalid');

export const resetLoginPassword = operation({
  summary:
    'Replaces a forgotten login password: with a backup code, or with two codes of the authenticator app in a row, since one could be guessed. Ends every session, begins a new one, and freezes the account for a day. An unknown account, one without an app and a wrong code get the same refusal.',
  method: 'POST',
  path: '/login/password/reset',
  access: 'public',
  effect: 'write',
  input: z.strictObject({
    username: account,
    factor: factorField,
    /** The code that the app shows after the first; a backup code needs none. */
    next: z.optional(factorField),
    ...replacement,
  }),
  output: signedInMember,
  message: 'loginPasswordReset',
  errors: [
    ...replacementErrors,
    'usernameMissing',
    'usernameInvalid',
    'secondFactorMissing',
    'resetRefused',
    'signInLocked',
  ],
});

export const resetLoginPasswordByPasskey = operation({
  summary:
    'Replaces a forgotten login password with a passkey, whose challenge is that of a sign-in. Ends every session, begins a new one, and freezes the account for a day.',
  method: 'POST',
  path: '/login/password/reset/passkey',
  access: 'public',
  effect: 'write',
  input: z.strictObject({ credential: passkeyAnswerField(passkeySignature), ...replacement }),
  output: signedInMember,
  message: 'loginPasswordReset',
  errors: [...replacementErrors, ...passkeyErrors],
});

export const requestLoginPassword = operation({
  summary:
    'Asks for a new login password where neither app, backup code nor passkey is left. It changes nothing until two operators have approved the request by its number and 72 hours have passed. Every account gets a number, also one that does not exist.',
  method: 'POST',
  path: '/login/password/request',
  access: 'public',
  effect: 'write',
  input: z.strictObject({ username: account, ...replacement }),
  /** The number that the owner gives to the operators, who are asked within 7 days. */
  output: z.object({ request: z.string() }),
  errors: [...replacementErrors, 'usernameMissing', 'usernameInvalid', 'signInLocked'],
});
