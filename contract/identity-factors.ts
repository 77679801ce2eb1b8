import * as z from 'zod/mini';
import { appCodeField, factorErrors, factorField, setupErrors } from './factor-field.ts';
import { textField } from './fields.ts';
import { backupCodes, factorsWire, passkeyErrors, passkeyForm, passkeyItem, recovery } from './identity-schemas.ts';
import { operation } from './operation.ts';
import { passkeyCreation } from './passkey-forms.ts';
import { loginPasswordField, ownerErrors, reauthenticationErrors, reauthenticationFields } from './reauthentication.ts';

export const getSecondFactors = operation({
  summary: 'How the member signs in beside the password: the authenticator app, backup codes left, passkeys.',
  method: 'GET',
  path: '/account/factors',
  access: 'member',
  effect: 'read',
  output: factorsWire,
});

export const startAuthenticator = operation({
  summary:
    'Draws a secret for an authenticator app. It counts once its first code has confirmed it, within 15 minutes.',
  method: 'POST',
  path: '/account/authenticator/start',
  access: 'member',
  effect: 'write',
  /** The secret in base 32, and as the `otpauth:` address that the app reads from a QR code. */
  output: z.object({ secret: z.string(), address: z.string() }),
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
  input: z.strictObject({ password: loginPasswordField, factor: appCodeField }),
  output: z.object({ backupCodes, sessionsEnded: z.int() }),
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
  output: recovery,
});

export const cancelRecovery = operation({
  summary: 'Cancels the recovery of the account, from any device that is signed in.',
  method: 'POST',
  path: '/security/recovery/cancel',
  access: 'member',
  effect: 'write',
  output: recovery,
  message: 'recoveryStopped',
  errors: ['recoveryUnknown'],
});
