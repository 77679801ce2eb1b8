import type { ErrorCode } from '#contract/errors.ts';
import type { Operation } from '#contract/operation.ts';
import { type DecodedForm, decodeForm, type FieldErrors } from './form.ts';

/**
 * The input of a form with passwords, or its errors. `required` has the errors of empty fields that the contract leaves optional; the
 * second factor is one of them where the member has one.
 */
export function readProtectedForm<O extends Operation>(
  operation: O,
  typed: Readonly<Record<string, string>>,
  required: Readonly<Record<string, ErrorCode>>,
  needsFactor: boolean,
): DecodedForm<O, string> {
  const { input, errors: found } = decodeForm(operation, typed);
  const errors: FieldErrors = { ...found };
  const needed = needsFactor ? { ...required, factor: 'secondFactorMissing' as const } : required;
  for (const [name, missing] of Object.entries(needed)) if (!typed[name]) errors[name] = missing;
  if (typed.repassword && typed.repassword !== typed.password) errors.repassword = 'passwordsDiffer';
  return input !== null && Object.keys(errors).length === 0 ? { input, errors: null } : { input: null, errors };
}
