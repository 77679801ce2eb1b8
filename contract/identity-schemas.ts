import * as z from 'zod/mini';
import { usernamePattern } from './account-name.ts';
import { captchaField } from './captcha-field.ts';
import { factorErrors, factorField } from './factor-field.ts';
import { invitationCodePattern, moment, textField, tickedField } from './fields.ts';
import { passkeyAnswerField, passkeyRegistration } from './passkey-forms.ts';
import { passwordPattern } from './passwords.ts';
import { anyPassword } from './reauthentication.ts';

/** The house's public invitation code, so that registering needs no inviter. */
export const houseInvitationCode = 'CLEARLOT';

/** Who is signed in from now on. */
export const signedInMember = z.object({ username: z.string() });

/** What a new member fills in. */
export const registrationForm = z.strictObject({
  username: textField(usernamePattern, 'usernameMissing', 'usernameInvalid'),
  password: textField(passwordPattern, 'passwordMissing', 'passwordInvalid'),
  repassword: textField(/^[\s\S]{1,100}$/, 'passwordMissing', 'passwordsDiffer'),
  invite: textField(invitationCodePattern, 'inviteMissing', 'inviteUnknown'),
  code: captchaField,
  adult: tickedField('adultRequired'),
  terms: tickedField('termsRequired'),
});

/** What a registration may be refused for. */
export const registrationErrors = [
  'usernameMissing',
  'usernameInvalid',
  'usernameTaken',
  'passwordMissing',
  'passwordInvalid',
  'passwordIsUsername',
  'passwordKnown',
  'passwordsDiffer',
  'inviteMissing',
  'inviteUnknown',
  'captchaMissing',
  'captchaWrong',
  'registrationsOfDay',
  'signInLocked',
  'adultRequired',
  'termsRequired',
] as const;

/** A sign-in by password. The server decides whether captcha and second factor are needed. */
export const signInForm = z.strictObject({
  username: textField(/^[\s\S]{1,64}$/, 'usernameMissing', 'wrongCredentials'),
  password: textField(anyPassword, 'passwordMissing', 'wrongCredentials'),
  code: z.optional(captchaField),
  factor: z.optional(factorField),
});

/** What a sign-in by password may be refused for. */
export const signInErrors = [
  'usernameMissing',
  'passwordMissing',
  'captchaMissing',
  'captchaWrong',
  'wrongCredentials',
  'signInLocked',
  ...factorErrors,
] as const;

/** What a browser’s WebAuthn response may be refused for. */
export const passkeyErrors = ['passkeyUnreadable', 'passkeyExpired', 'passkeyRefused', 'passkeysUnavailable'] as const;

/** Whether somebody is signed in: 1 or 0 on the wire. */
export const loginState = z.codec(z.union([z.literal(0), z.literal(1)]), z.boolean(), {
  decode: (flag) => flag === 1,
  encode: (signedIn) => (signedIn ? 1 : 0),
});

/** The most passkeys of one member. */
export const passkeysMax = 10;

/** Backup codes that are drawn at once. */
export const backupCodeCount = 10;

/** Backup codes in plain text; the server keeps only their hashes. */
export const backupCodes = z.array(z.string());

/** What a passkey is called in the member's own list. */
const passkeyNamePattern = /^(?=.*\S)[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,40}$/u;

/** A passkey that the browser made. */
export const passkeyForm = z.strictObject({
  name: textField(passkeyNamePattern, 'passkeyNameMissing', 'passkeyNameInvalid'),
  /** The browser's WebAuthn response as JSON, binary parts in base64url. */
  credential: passkeyAnswerField(passkeyRegistration),
});

/** A passkey in its owner’s list. */
export const passkeyItem = z.object({
  id: z.string(),
  name: z.string(),
  /** Kept by the maker of the phone or a password manager as well, so that it outlives the device. */
  synced: z.boolean(),
  addedAt: moment,
  lastUsedAt: z.nullable(moment),
});

/** A passkey as its owner sees it. */
export type Passkey = z.output<typeof passkeyItem>;

/** A member’s second factors: the authenticator app, if any, and the passkeys. */
export const factorsWire = z.object({
  /** Null while no authenticator app is set up. */
  authenticator: z.nullable(z.object({ since: moment, backupCodesLeft: z.int() })),
  /** The newest first. */
  passkeys: z.array(passkeyItem),
});

/** A member’s second factors, moments in ms of wall time. */
export type SecondFactors = z.output<typeof factorsWire>;

/** A device that is signed in. */
export const sessionItem = z.object({
  id: z.string(),
  /** Whether this is the session of the request. */
  current: z.boolean(),
  userAgent: z.string(),
  address: z.string(),
  signedInAt: moment,
  lastSeenAt: moment,
  expiresAt: moment,
});

/** A sign-in to the account, or a failed try. */
export const signInEntry = z.object({
  id: z.string(),
  result: z.enum([
    'registered',
    'signedIn',
    'signedInByPasskey',
    'signedInByReset',
    'wrongPassword',
    'wrongFactor',
    'wrongReset',
  ]),
  userAgent: z.string(),
  address: z.string(),
  at: moment,
});

/** The recovery of an account whose second factors, or every way in, were lost. */
export const recovery = z.object({
  /** A recovery that two operators agreed to and its member can still stop, or null. Wall time, as all of this. */
  waiting: z.nullable(
    z.object({
      approvedAt: moment,
      takesEffectAt: moment,
      /** Whether the login password is replaced as well. */
      replacesPassword: z.boolean(),
    }),
  ),
  /** Until then a freeze that came with a recovery, or from an operator, cannot be lifted; null where none holds. */
  freezeHoldsUntil: z.nullable(moment),
  /** Whether an operator holds it; left out otherwise. */
  freezeHeldByTeam: z.optional(z.literal(true)),
});

/** The state of an account’s recovery, moments in ms of wall time. */
export type Recovery = z.output<typeof recovery>;
