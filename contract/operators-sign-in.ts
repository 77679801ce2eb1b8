import * as z from 'zod/mini';
import { captchaField } from './captcha-field.ts';
import { moment, textField } from './fields.ts';
import { passkeyErrors, passkeyForm } from './identity-schemas.ts';
import { operation } from './operation.ts';
import { linkTokenField, operatorCodeField } from './operator-fields.ts';
import { passkeyAnswerField, passkeyCreation, passkeyRequest, passkeySignature } from './passkey-forms.ts';
import { anyPassword } from './reauthentication.ts';
import { operatorRoles } from './roles.ts';

/** Password of an operator: 12 to 64 characters, not a known one. */
const newPassword = textField(/^[\s\S]{12,64}$/, 'passwordMissing', 'operatorPasswordInvalid');

const signedInOperator = z.object({ operator: z.string(), role: z.enum(operatorRoles) });
const linkErrors = ['operatorLinkInvalid'] as const;

export const startOperatorSignIn = operation({
  summary: 'What the browser needs to ask for an operator’s passkey. Valid once, for 5 minutes.',
  method: 'POST',
  path: '/operator/signin/passkey/start',
  access: 'public',
  effect: 'write',
  output: passkeyRequest,
  errors: ['passkeysUnavailable'],
});

export const signInOperatorWithPasskey = operation({
  summary: 'Signs an operator in with a passkey.',
  method: 'POST',
  path: '/operator/signin/passkey',
  access: 'public',
  effect: 'write',
  input: z.strictObject({ credential: passkeyAnswerField(passkeySignature) }),
  output: signedInOperator,
  errors: passkeyErrors,
});

export const signInOperator = operation({
  summary:
    'Signs an operator in with password and authenticator code, both at once: which one was wrong is not said. After three failures the captcha is required as well.',
  method: 'POST',
  path: '/operator/signin',
  access: 'public',
  effect: 'write',
  input: z.strictObject({
    operator: textField(/^[\s\S]{1,64}$/, 'operatorMissing', 'wrongCredentials'),
    password: textField(anyPassword, 'passwordMissing', 'wrongCredentials'),
    factor: operatorCodeField,
    code: z.optional(captchaField),
  }),
  output: signedInOperator,
  errors: [
    'operatorMissing',
    'passwordMissing',
    'operatorCodeMissing',
    'secondFactorWrong',
    'captchaMissing',
    'captchaWrong',
    'wrongCredentials',
    'signInLocked',
  ],
});

export const signOutOperator = operation({
  summary: 'Ends the operator’s session.',
  method: 'POST',
  path: '/operator/signout',
  access: 'public',
  effect: 'write',
  output: z.object({}),
});

export const startOperatorEnrolment = operation({
  summary:
    'Whose one-time link this is, and what the browser needs to make a passkey; null where passkeys cannot be used.',
  method: 'POST',
  path: '/operator/enrol/start',
  access: 'public',
  effect: 'write',
  input: z.strictObject({ token: linkTokenField }),
  output: z.object({
    operator: z.string(),
    role: z.enum(operatorRoles),
    expiresAt: moment,
    creation: z.nullable(passkeyCreation),
  }),
  errors: linkErrors,
});

export const startOperatorAuthenticator = operation({
  summary:
    'Draws a secret for the authenticator app of the link’s operator. It counts once its first code has confirmed it.',
  method: 'POST',
  path: '/operator/enrol/authenticator/start',
  access: 'public',
  effect: 'write',
  input: z.strictObject({ token: linkTokenField }),
  /** The secret in base 32, and as the `otpauth:` address that the app reads from a QR code. */
  output: z.object({ secret: z.string(), address: z.string() }),
  errors: linkErrors,
});

export const enrolOperatorPasskey = operation({
  summary: 'Keeps the passkey that the browser made for the link’s operator, uses the link up and signs in.',
  method: 'POST',
  path: '/operator/enrol/passkey',
  access: 'public',
  effect: 'write',
  input: z.strictObject({ token: linkTokenField, ...passkeyForm.shape }),
  output: signedInOperator,
  errors: [...linkErrors, ...passkeyErrors, 'passkeyNameMissing', 'passkeyNameInvalid', 'passkeyTaken'],
});

export const enrolOperatorAuthenticator = operation({
  summary:
    'Sets password and authenticator app of the link’s operator by the app’s first code, uses the link up and signs in. Earlier sessions end.',
  method: 'POST',
  path: '/operator/enrol/authenticator',
  access: 'public',
  effect: 'write',
  input: z.strictObject({
    token: linkTokenField,
    password: newPassword,
    repassword: textField(anyPassword, 'passwordMissing', 'passwordsDiffer'),
    factor: operatorCodeField,
  }),
  output: signedInOperator,
  errors: [
    ...linkErrors,
    'passwordMissing',
    'operatorPasswordInvalid',
    'passwordKnown',
    'passwordsDiffer',
    'operatorCodeMissing',
    'secondFactorWrong',
    'authenticatorExpired',
    'signInLocked',
  ],
});
