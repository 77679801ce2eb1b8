import * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors.ts';
import type { InputOf, Operation } from '#contract/operation.ts';
import { errorCodeOf } from './refusal.ts';

/** Errors of a form, by field. */
export type FieldErrors<Field extends string = string> = Partial<Record<Field, ErrorCode>>;

/** The input to submit, or the errors by field. */
export type DecodedForm<O extends Pick<Operation, 'input'>, Field extends string = keyof InputOf<O> & string> =
  | { readonly input: InputOf<O>; readonly errors: null }
  | { readonly input: null; readonly errors: FieldErrors<Field> };

/** Validates input by the contract's own schema: the same patterns and error codes as the server's. */
export function decodeForm<O extends Pick<Operation, 'input'>>(
  operation: O,
  fields: Readonly<Record<string, string>>,
): DecodedForm<O> {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
  const decoded = z.safeDecode(operation.input, filled as never);
  if (decoded.success) return { input: decoded.data as InputOf<O>, errors: null };
  const errors: Record<string, ErrorCode> = {};
  for (const { path, message } of decoded.error.issues) {
    const field = String(path[0] ?? '');
    errors[field] ??= errorCodeOf(message) ?? 'fieldInvalid';
  }
  return { input: null, errors: errors as FieldErrors<keyof InputOf<O> & string> };
}
