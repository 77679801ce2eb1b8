import * as z from 'zod/mini';
import { factorErrors, factorField } from './factor-field.ts';
import { moment, textField } from './fields.ts';
import { operation } from './operation.ts';
import {
  passkeyAnswerField,
  passkeyCreation,
  passkeyRegistration,
  passkeyRequest,
  passkeySignature,
} from './passkey-forms.ts';

/** Passkeys a member may have. */
export const passkeysMax = 10;

/** Backup codes that are drawn at once. */
export const backupCodeCount = 10;

/** What a passkey is called in the member's own list. */
export const passkeyNamePattern = /^(?=.*\S)[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,40}$/u;

const anyPassword = /^[\s\S]{1,64}$/;
const passwordField = textField(anyPassword, 'passwordMissing', 'oldPasswordWrong');

/** What asking for the login password and the second factor may refuse. */
const ownerErrors = ['passwordMissing', 'oldPasswordWrong', 'signInLocked'] as const;

const backupCodes = z.array(z.string());

const passkeyItem = z.object({
  id: z.string(),
  name: z.string(),
  /** Kept by the maker of the phone or a password manager as well, so that it outlives the device. */
  synced: z.boolean(),
  addedAt: moment,
  lastUsedAt: z.nullable(moment),
});

/** A passkey as its owner sees it. */
export type Passkey = z.output<typeof passkeyItem>;

const factorsWire = z.object({
  /** Null while no authenticator app is set up. */
  authenticator: z.nullable(z.object({ since: moment, backupCodesLeft: z.int() })),
  /** The newest first. */
  passkeys: z.array(passkeyItem),
});

export type SecondFactors = z.output<typeof factorsWire>;

export const getSecondFactors = operation({
  name: 'getSecondFactors',
  feature: 'account',
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
  name: 'startAuthenticator',
  feature: 'account',
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
  name: 'confirmAuthenticator',
  feature: 'account',
  summary:
    'Turns the authenticator app on with its first code and the login password, and signs every other device out. The backup codes are shown this once.',
  method: 'POST',
  path: '/account/authenticator/confirm',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ password: passwordField, factor: factorField }),
  output: z.object({ backupCodes, sessionsEnded: z.int() }),
  answerIn: 'url',
  message: 'authenticatorOn',
  errors: [
    ...ownerErrors,
    'secondFactorMissing',
    'secondFactorWrong',
    'secondFactorLocked',
    'authenticatorSet',
    'authenticatorExpired',
  ],
});

export const removeAuthenticator = operation({
  name: 'removeAuthenticator',
  feature: 'account',
  summary: 'Turns the authenticator app off with the login password and a code; its backup codes go with it.',
  method: 'POST',
  path: '/account/authenticator/remove',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ password: passwordField, factor: factorField }),
  output: z.object({}),
  answerIn: 'url',
  message: 'authenticatorOff',
  errors: [...ownerErrors, ...factorErrors, 'authenticatorUnset'],
});

export const renewBackupCodes = operation({
  name: 'renewBackupCodes',
  feature: 'account',
  summary: 'Draws new backup codes with the login password and a code. They are shown this once, and the old ones end.',
  method: 'POST',
  path: '/account/backupcodes/renew',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ password: passwordField, factor: factorField }),
  output: z.object({ backupCodes }),
  answerIn: 'url',
  message: 'backupCodesNew',
  errors: [...ownerErrors, ...factorErrors, 'authenticatorUnset'],
});

export const startPasskey = operation({
  name: 'startPasskey',
  feature: 'account',
  summary:
    'What the browser needs to make a passkey, for who knows the login password. Good for one answer within 5 minutes.',
  method: 'POST',
  path: '/account/passkeys/start',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ password: passwordField, factor: z.optional(factorField) }),
  output: passkeyCreation,
  answerIn: 'url',
  errors: [...ownerErrors, ...factorErrors, 'passkeysUnavailable', 'passkeysFull'],
});

export const addPasskey = operation({
  name: 'addPasskey',
  feature: 'account',
  summary: 'Keeps the passkey that the browser made.',
  method: 'POST',
  path: '/account/passkeys/add',
  access: 'member',
  effect: 'write',
  input: z.strictObject({
    name: textField(passkeyNamePattern, 'passkeyNameMissing', 'passkeyNameInvalid'),
    /** The browser's answer as JSON, binary parts in base64url. */
    credential: passkeyAnswerField(passkeyRegistration),
  }),
  output: passkeyItem,
  answerIn: 'url',
  message: 'passkeyAdded',
  errors: [
    'passkeyNameMissing',
    'passkeyNameInvalid',
    'passkeyUnreadable',
    'passkeyExpired',
    'passkeyRefused',
    'passkeyTaken',
    'passkeysFull',
    'passkeysUnavailable',
  ],
});

export const removePasskey = operation({
  name: 'removePasskey',
  feature: 'account',
  summary: 'Removes a passkey at once. Like the freeze it takes no password: whoever lost a device must not wait.',
  method: 'POST',
  path: '/account/passkeys/remove',
  access: 'member',
  effect: 'write',
  input: z.strictObject({ passkey: textField(/^[0-9A-Z]{4,20}$/, 'passkeyUnknown', 'passkeyUnknown') }),
  output: z.object({}),
  answerIn: 'url',
  message: 'passkeyRemoved',
  errors: ['passkeyUnknown'],
});

export const startPasskeySignIn = operation({
  name: 'startPasskeySignIn',
  feature: 'account',
  summary: 'What the browser needs to ask for a passkey of this site. Good for one answer within 5 minutes.',
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
  name: 'signInWithPasskey',
  feature: 'account',
  summary:
    'Signs a member in with a passkey, which stands for password and second factor: the device has verified its owner.',
  method: 'POST',
  path: '/login/passkey',
  access: 'public',
  effect: 'write',
  input: z.strictObject({ credential: passkeyAnswerField(passkeySignature) }),
  output: z.object({ username: z.string() }),
  answerIn: 'url',
  message: 'signedIn',
  errors: ['passkeyUnreadable', 'passkeyExpired', 'passkeyRefused', 'passkeysUnavailable'],
});
