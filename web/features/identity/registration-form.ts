import type { ErrorCode } from '#contract/errors.ts';
import { register } from '#contract/identity.ts';
import { type DecodedForm, decodeForm } from '#web/platform/api/form.ts';

export const emptyRegistration = {
  username: '',
  password: '',
  repassword: '',
  invite: '',
  code: '',
  /** `1` where ticked, which says both: 18 or older, and the terms accepted. */
  consent: '',
};

export type RegistrationFields = Readonly<typeof emptyRegistration>;
export type RegistrationField = keyof RegistrationFields;

/** The input to submit, or the errors by field. */
export function readRegistration(fields: RegistrationFields): DecodedForm<typeof register, RegistrationField> {
  const { consent, ...texts } = fields;
  const decoded = decodeForm(register, { ...texts, adult: consent, terms: consent });
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

/** The field of each refusal. */
export const refusalFields: Readonly<Partial<Record<ErrorCode, RegistrationField>>> = {
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
