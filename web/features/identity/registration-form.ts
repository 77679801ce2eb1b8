import type { ErrorCode } from '#contract/errors.ts';
import { register } from '#contract/identity.ts';
import { type DecodedForm, decodeForm } from '#web/platform/api/form.ts';

export const emptyRegistration = {
  username: '',
  password: '',
  repassword: '',
  invite: '',
  code: '',
  /** One tick says both: 18 or older, and the terms accepted. */
  consent: false,
};

export type RegistrationFields = Readonly<typeof emptyRegistration>;
export type RegistrationField = keyof RegistrationFields;

/** The input to submit, or the errors by field. */
export function readRegistration(fields: RegistrationFields): DecodedForm<typeof register, RegistrationField> {
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
