import type { ErrorCode } from '#contract/errors.ts';
import { register } from '#contract/identity.ts';
import type { InputOf } from '#contract/operation.ts';
import { decodeForm, type FieldErrors } from '#web/platform/api/form.ts';

export interface RegistrationFields {
  readonly username: string;
  readonly password: string;
  readonly repassword: string;
  readonly invite: string;
  readonly code: string;
  /** One tick says both: 18 or older, and the terms accepted. */
  readonly consent: boolean;
}

export type RegistrationField = keyof RegistrationFields;

export const emptyRegistration: RegistrationFields = {
  username: '',
  password: '',
  repassword: '',
  invite: '',
  code: '',
  consent: false,
};

/** The input to submit, or the errors by field. */
export function readRegistration(
  fields: RegistrationFields,
):
  | { readonly input: InputOf<typeof register>; readonly errors: null }
  | { readonly input: null; readonly errors: FieldErrors<RegistrationField> } {
  const { consent, ...texts } = fields;
  const ticked = consent ? '1' : '';
  const decoded = decodeForm(register, { ...texts, adult: ticked, terms: ticked });
  const differ = fields.repassword !== '' && fields.repassword !== fields.password;
  if (decoded.errors === null && !differ) return decoded;
  const { adult: _, terms, ...errors } = decoded.errors ?? {};
  return {
    input: null,
    errors: {
      ...errors,
      ...(differ ? { repassword: 'passwordsDiffer' as const } : {}),
      ...(terms === undefined ? {} : { consent: terms }),
    },
  };
}

const fieldOfCode: Partial<Record<ErrorCode, RegistrationField>> = {
  usernameMissing: 'username',
  usernameInvalid: 'username',
  usernameTaken: 'username',
  passwordMissing: 'password',
  passwordInvalid: 'password',
  passwordIsUsername: 'password',
  passwordKnown: 'password',
  passwordsDiffer: 'repassword',
  inviteMissing: 'invite',
  inviteUnknown: 'invite',
  captchaMissing: 'code',
  captchaWrong: 'code',
  adultRequired: 'consent',
  termsRequired: 'consent',
};

/** The field that a refusal belongs to, or null. */
export function fieldOfRefusal(code: ErrorCode | null): RegistrationField | null {
  return code === null ? null : (fieldOfCode[code] ?? null);
}
