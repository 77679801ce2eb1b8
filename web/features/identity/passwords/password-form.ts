import type { ErrorCode } from '#contract/errors.ts';
import type { InputOf, Operation } from '#contract/operation.ts';
import { decodeForm, type FieldErrors } from '#web/platform/api/form.ts';
import { factorFields } from '#web/platform/api/use-factor-required.ts';

export type PasswordFormField = 'oldpassword' | 'password' | 'repassword' | 'code' | 'factor';

/** The field of each refusal. */
export const refusalFields: Readonly<Partial<Record<ErrorCode, PasswordFormField>>> = {
  oldPasswordMissing: 'oldpassword',
  oldPasswordWrong: 'oldpassword',
  withdrawalPasswordWrong: 'oldpassword',
  withdrawalPasswordLocked: 'oldpassword',
  signInLocked: 'oldpassword',
  passwordInvalid: 'password',
  passwordsDiffer: 'repassword',
  captchaWrong: 'code',
  ...factorFields,
};

/**
 * The input to submit, or the errors. The old password is not required when none is set, nor is a second factor when the member has none.
 */
export function readPasswords<O extends Operation>(
  operation: O,
  typed: Readonly<Record<PasswordFormField, string>>,
  { hasOld, needsFactor = false }: { readonly hasOld: boolean; readonly needsFactor?: boolean },
):
  | { readonly input: InputOf<O>; readonly errors: null }
  | { readonly input: null; readonly errors: FieldErrors<PasswordFormField> } {
  const read = decodeForm(operation, hasOld ? typed : { ...typed, oldpassword: '' });
  const errors = { ...read.errors } as FieldErrors<PasswordFormField>;
  if (hasOld && typed.oldpassword === '') errors.oldpassword = 'oldPasswordMissing';
  if (needsFactor && typed.factor === '') errors.factor = 'secondFactorMissing';
  if (typed.repassword !== '' && typed.repassword !== typed.password) errors.repassword = 'passwordsDiffer';
  return read.input !== null && Object.keys(errors).length === 0
    ? { input: read.input, errors: null }
    : { input: null, errors };
}
