import * as z from 'zod/mini';
import { captchaWork, workSolutionForm } from './captcha-work.ts';
import { textField } from './fields.ts';
import {
  loginState,
  passkeyErrors,
  registrationErrors,
  registrationForm,
  sessionItem,
  signedInMember,
  signInEntry,
  signInErrors,
  signInForm,
} from './identity-schemas.ts';
import { operation } from './operation.ts';
import { passkeyAnswerField, passkeyRequest, passkeySignature } from './passkey-forms.ts';
import { newPasswordErrors, newPasswordFields } from './passwords.ts';
import { anyPassword, reauthenticationErrors, reauthenticationFields } from './reauthentication.ts';

export const register = operation({
  summary: 'Opens an account with an invitation code and signs the new member in.',
  method: 'POST',
  path: '/login/upregister',
  access: 'public',
  effect: 'write',
  input: registrationForm,
  output: signedInMember,
  message: 'registered',
  errors: registrationErrors,
});

export const signIn = operation({
  summary:
    'Signs a member in. After three failures the captcha is required as well; with an authenticator app set up its code, once the password is right.',
  method: 'POST',
  path: '/Login/walletLogin',
  access: 'public',
  effect: 'write',
  input: signInForm,
  output: signedInMember,
  message: 'signedIn',
  errors: signInErrors,
});

export const startPasskeySignIn = operation({
  summary: 'What the browser needs to ask for a passkey of this site. Valid once, for 5 minutes.',
  method: 'POST',
  path: '/login/passkey/start',
  access: 'public',
  effect: 'write',
  output: passkeyRequest,
  errors: ['passkeysUnavailable'],
});

export const signInWithPasskey = operation({
  summary:
    'Signs a member in with a passkey, which stands for password and second factor: the device has verified its owner.',
  method: 'POST',
  path: '/login/passkey',
  access: 'public',
  effect: 'write',
  input: z.strictObject({ credential: passkeyAnswerField(passkeySignature) }),
  output: signedInMember,
  message: 'signedIn',
  errors: passkeyErrors,
});

export const getCaptcha = operation({
  summary:
    'Draws a new captcha for this browser: an image as a data URL, valid once, and the proof of work without which it does not count. More work is asked the more registrations and failures there are.',
  method: 'GET',
  path: '/verify/code',
  access: 'public',
  effect: 'read',
  output: z.object({ image: z.string(), expiresInSeconds: z.int(), work: captchaWork }),
});

export const proveWork = operation({
  summary: 'Hands in the proof of work of this browser’s captcha. Its code counts from then on.',
  method: 'POST',
  path: '/verify/work',
  access: 'public',
  effect: 'write',
  input: workSolutionForm,
  output: z.object({}),
  errors: ['captchaMissing', 'captchaWrong'],
});

export const signOut = operation({
  summary: 'Ends this session.',
  method: 'GET',
  path: '/login/loginout',
  access: 'public',
  effect: 'write',
  output: z.object({}),
  message: 'signedOut',
});

export const getLoginState = operation({
  summary: 'Whether this browser is signed in: 1, or 0.',
  method: 'GET',
  path: '/user/loginstate',
  access: 'public',
  effect: 'read',
  output: loginState,
  answerIn: 'info',
});

export const changeLoginPassword = operation({
  summary: 'Changes the login password and signs every other device out.',
  method: 'POST',
  path: '/User/uppassword',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'oldpassword', when: 'always' },
  input: z.strictObject({
    oldpassword: textField(anyPassword, 'oldPasswordMissing', 'oldPasswordWrong'),
    ...newPasswordFields,
  }),
  /** How many other devices were signed out. */
  output: z.object({ sessionsEnded: z.int() }),
  message: 'loginPasswordSaved',
  errors: [
    ...newPasswordErrors,
    'passwordIsUsername',
    'passwordUnchanged',
    'oldPasswordMissing',
    'oldPasswordWrong',
    'signInLocked',
  ],
});

export const listSessions = operation({
  summary: 'The devices that are signed in, the last used first; at most 20.',
  method: 'GET',
  path: '/account/sessions',
  access: 'member',
  effect: 'read',
  output: z.array(sessionItem),
  answerIn: 'info',
});

export const revokeSession = operation({
  summary: 'Signs another device of the member out; `others` means all but this one. Takes the login password.',
  method: 'POST',
  path: '/account/sessions/revoke',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'login', when: 'always' },
  input: z.strictObject({
    session: textField(/^([0-9a-f]{24}|others)$/, 'sessionUnknown', 'sessionUnknown'),
    ...reauthenticationFields,
  }),
  output: z.object({ sessionsEnded: z.int() }),
  message: 'sessionRevoked',
  errors: ['sessionUnknown', ...reauthenticationErrors],
});

export const listSignIns = operation({
  summary:
    'Sign-ins to the account and failed tries, newest first, 20 at a time; `before` is the id of the last one seen.',
  method: 'GET',
  path: '/account/signins',
  access: 'member',
  effect: 'read',
  input: z.strictObject({ before: z.optional(textField(/^[0-9A-Z]{4,20}$/, 'signInUnknown', 'signInUnknown')) }),
  output: z.array(signInEntry),
  answerIn: 'info',
  errors: ['signInUnknown'],
});
