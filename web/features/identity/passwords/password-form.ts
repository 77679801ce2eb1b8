import type { ErrorCode } from '#contract/errors.ts';
import type { InputOf, Operation } from '#contract/operation.ts';
import { decodeForm, type FieldErrors } from '#web/platform/api/form.ts';
import { factorPlaces } from '#web/platform/api/use-factor-asked.ts';

export type PasswordFormField = 'oldpassword' | 'password' | 'repassword' | 'code' | 'factor';

/** The field of each refusal. */
export const refusalPlaces: Readonly<Partial<Record<ErrorCode, PasswordFormField>>> = {
  oldPasswordMissing: 'oldpassword',
  oldPasswordWrong: 'oldpassword',
  withdrawalPasswordWrong: 'oldpassword',
  withdrawalPasswordLocked: 'oldpassword',
  signInLocked: 'oldpassword',
  passwordInvalid: 'password',
  passwordsDiffer: 'repassword',
  captchaWrong: 'code',
  ...factorPlaces,
};

/**
 * The input to submit, or the errors. The old password is not required when none is set, nor is a second factor when the member has none.
 */
export function readPasswords<O extends Operation>(
  operation: O,
  typed: Readonly<Record<PasswordFormField, string>>,
  { hasOld, asksFactor = false }: { readonly hasOld: boolean; readonly asksFactor?: boolean },
):
  | { readonly input: InputOf<O>; readonly errors: null }
  | { readonly input: null; readonly errors: FieldErrors<PasswordFormField> } {
  const read = decodeForm(operation, hasOld ? typed : { ...typed, oldpassword: '' });
  const errors = { ...read.errors } as FieldErrors<PasswordFormField>;
  if (hasOld && typed.oldpassword === '') errors.oldpassword = 'oldPasswordMissing';
  if (asksFactor && typed.factor === '') errors.factor = 'secondFactorMissing';
  if (typed.repassword !== '' && typed.repassword !== typed.password) errors.repassword = 'passwordsDiffer';
  return read.input !== null && Object.keys(errors).length === 0
    ? { input: read.input, errors: null }
    : { input: null, errors };
}
