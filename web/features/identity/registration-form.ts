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
  readonly adult: boolean;
  readonly terms: boolean;
}

export type RegistrationField = keyof RegistrationFields;

export const emptyRegistration: RegistrationFields = {
  username: '',
  password: '',
  repassword: '',
  invite: '',
  code: '',
  adult: false,
  terms: false,
};

/** The input to submit, or the errors by field. */
export function readRegistration(
  fields: RegistrationFields,
):
  | { readonly input: InputOf<typeof register>; readonly errors: null }
  | { readonly input: null; readonly errors: FieldErrors<RegistrationField> } {
  const { adult, terms, ...texts } = fields;
  const decoded = decodeForm(register, { ...texts, adult: adult ? '1' : '', terms: terms ? '1' : '' });
  const differ = fields.repassword !== '' && fields.repassword !== fields.password;
  if (decoded.errors === null && !differ) return decoded;
  return { input: null, errors: { ...decoded.errors, ...(differ ? { repassword: 'passwordsDiffer' as const } : {}) } };
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
  adultRequired: 'adult',
  termsRequired: 'terms',
};

/** The field that a refusal belongs to, or null. */
export function fieldOfRefusal(code: ErrorCode | null): RegistrationField | null {
  return code === null ? null : (fieldOfCode[code] ?? null);
}
