import * as z from 'zod/mini';
import { captchaWork, workSolutionForm } from './captcha-work.ts';
import { factorErrors, factorField, setupErrors } from './factor-field.ts';
import { textField } from './fields.ts';
import {
  backupCodes,
  factorsWire,
  loginState,
  passkeyErrors,
  passkeyForm,
  passkeyItem,
  recovery,
  registrationErrors,
  registrationForm,
  sessionItem,
  signedInMember,
  signInEntry,
  signInErrors,
  signInForm,
} from './identity-schemas.ts';
import { operation } from './operation.ts';
import { passkeyAnswerField, passkeyCreation, passkeyRequest, passkeySignature } from './passkey-forms.ts';
import { newPasswordErrors, newPasswordFields } from './passwords.ts';
import {
  anyPassword,
  loginPasswordField,
  ownerErrors,
  reauthenticationErrors,
  reauthenticationFields,
} from './reauthentication.ts';

export const register = operation({
  summary: 'Opens an account with an invitation code and signs the new member in.',
  method: 'POST',
  path: '/login/upregister',
  access: 'public',
  effect: 'write',
  input: registrationForm,
  output: signedInMember,
  answerIn: 'url',
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
  answerIn: 'url',
  message: 'signedIn',
  errors: signInErrors,
});

export const startPasskeySignIn = operation({
  summary: 'What the browser needs to ask for a passkey of this site. Valid once, for 5 minutes.',
  method: 'POST',
  path: '/login/passkey/start',
  access: 'public',
  effect: 'write',
  input: z.strictObject({}),
  output: passkeyRequest,
  answerIn: 'url',
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
  answerIn: 'url',
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
  input: z.strictObject({}),
  output: z.object({ image: z.string(), expiresInSeconds: z.int(), work: captchaWork }),
  answerIn: 'url',
  errors: [],
});

export const proveWork = operation({
  summary: 'Hands in the proof of work of this browser’s captcha. Its code counts from then on.',
  method: 'POST',
  path: '/verify/work',
  access: 'public',
  effect: 'write',
  input: workSolutionForm,
  output: z.object({}),
  answerIn: 'url',
  errors: ['captchaMissing', 'captchaWrong'],
});

export const signOut = operation({
  summary: 'Ends this session.',
  method: 'GET',
  path: '/login/loginout',
  access: 'public',
  effect: 'write',
  input: z.strictObject({}),
  output: z.object({}),
  answerIn: 'url',
  message: 'signedOut',
  errors: [],
});

export const getLoginState = operation({
  summary: 'Whether this browser is signed in: 1, or 0.',
  method: 'GET',
  path: '/user/loginstate',
  access: 'public',
  effect: 'read',
  input: z.strictObject({}),
  output: loginState,
  answerIn: 'info',
  errors: [],
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
  answerIn: 'url',
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
  input: z.strictObject({}),
  output: z.array(sessionItem),
  answerIn: 'info',
  errors: [],
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
  answerIn: 'url',
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

export const getSecondFactors = operation({
  summary: 'How the member signs in beside the password: the authenticator app, backup codes left, passkeys.',
  method: 'GET',
  path: '/account/factors',
  access: 'member',
  effect: 'read',
  input: z.strictObject({}),
  output: factorsWire,
  answerIn: 'url',
  errors: [],
});

export const startAuthenticator = operation({
  summary:
    'Draws a secret for an authenticator app. It counts once its first code has confirmed it, within 15 minutes.',
  method: 'POST',
  path: '/account/authenticator/start',
  access: 'member',
  effect: 'write',
  input: z.strictObject({}),
  /** The secret in base 32, and as the `otpauth:` address that the app reads from a QR code. */
  output: z.object({ secret: z.string(), address: z.string() }),
  answerIn: 'url',
  errors: ['authenticatorSet'],
});

export const confirmAuthenticator = operation({
  summary:
    'Turns the authenticator app on with its first code and the login password, and signs every other device out. The backup codes are shown this once.',
  method: 'POST',
  path: '/account/authenticator/confirm',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'password', when: 'always' },
  input: z.strictObject({ password: loginPasswordField, factor: factorField }),
  output: z.object({ backupCodes, sessionsEnded: z.int() }),
  answerIn: 'url',
  message: 'authenticatorOn',
  errors: [...ownerErrors, ...setupErrors, 'authenticatorSet', 'authenticatorExpired'],
});

export const removeAuthenticator = operation({
  summary: 'Turns the authenticator app off with the login password and a code; its backup codes go with it.',
  method: 'POST',
  path: '/account/authenticator/remove',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'password', when: 'always' },
  input: z.strictObject({ password: loginPasswordField, factor: factorField }),
  output: z.object({}),
  answerIn: 'url',
  message: 'authenticatorOff',
  errors: [...ownerErrors, ...factorErrors, 'authenticatorUnset'],
});

export const renewBackupCodes = operation({
  summary: 'Draws new backup codes with the login password and a code. They are shown this once, and the old ones end.',
  method: 'POST',
  path: '/account/backupcodes/renew',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'password', when: 'always' },
  input: z.strictObject({ password: loginPasswordField, factor: factorField }),
  output: z.object({ backupCodes }),
  answerIn: 'url',
  message: 'backupCodesNew',
  errors: [...ownerErrors, ...factorErrors, 'authenticatorUnset'],
});

export const startPasskey = operation({
  summary: 'What the browser needs to make a passkey; takes the login password. Valid once, for 5 minutes.',
  method: 'POST',
  path: '/account/passkeys/start',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'password', when: 'always' },
  input: z.strictObject({ password: loginPasswordField, factor: z.optional(factorField) }),
  output: passkeyCreation,
  answerIn: 'url',
  errors: [...ownerErrors, ...factorErrors, 'passkeysUnavailable', 'passkeysFull'],
});

export const addPasskey = operation({
  summary: 'Keeps the passkey that the browser made.',
  method: 'POST',
  path: '/account/passkeys/add',
  access: 'member',
  effect: 'write',
  input: passkeyForm,
  output: passkeyItem,
  answerIn: 'url',
  message: 'passkeyAdded',
  errors: [...passkeyErrors, 'passkeyNameMissing', 'passkeyNameInvalid', 'passkeyTaken', 'passkeysFull'],
});

export const removePasskey = operation({
  summary: 'Removes a passkey at once, with the login password. A lost device can be stopped without it by a freeze.',
  method: 'POST',
  path: '/account/passkeys/remove',
  access: 'member',
  effect: 'write',
  reauthentication: { field: 'login', when: 'always' },
  input: z.strictObject({
    passkey: textField(/^[0-9A-Z]{4,20}$/, 'passkeyUnknown', 'passkeyUnknown'),
    ...reauthenticationFields,
  }),
  output: z.object({}),
  answerIn: 'url',
  message: 'passkeyRemoved',
  errors: ['passkeyUnknown', ...reauthenticationErrors],
});

export const getRecovery = operation({
  summary:
    'Whether the account is being recovered: authenticator app, backup codes and passkeys are removed at a stated moment, because their owner reported them lost.',
  method: 'GET',
  path: '/security/recovery',
  access: 'member',
  effect: 'read',
  input: z.strictObject({}),
  output: recovery,
  answerIn: 'url',
  errors: [],
});

export const cancelRecovery = operation({
  summary: 'Cancels the recovery of the account, from any device that is signed in.',
  method: 'POST',
  path: '/security/recovery/cancel',
  access: 'member',
  effect: 'write',
  input: z.strictObject({}),
  output: recovery,
  answerIn: 'url',
  message: 'recoveryStopped',
  errors: ['recoveryUnknown'],
});
