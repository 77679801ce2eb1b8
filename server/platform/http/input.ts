import * as z from 'zod/mini';
import type { ErrorCode } from '#contract/errors.ts';
import { isErrorCode } from '#contract/errors.ts';
import type { Operation } from '#contract/operation.ts';
import { Refusal, type RefusalValues, refusalOf } from '../refusal.ts';

/** Placeholder for a body of an unsupported content type. */
export const unreadableBody = Symbol('unreadable body');

const fieldsMax = 40;

/** The fields of path, query and body as one flat object of strings. Throws for a duplicate or non-string field. */
export function collectFields(path: unknown, query: unknown, body: unknown): Record<string, string> {
  if (body === unreadableBody || (body !== undefined && body !== null && !isRecord(body))) {
    throw new Refusal('malformedRequest');
  }
  const fields: Record<string, string> = Object.create(null);
  let count = 0;
  for (const source of [path, query, body]) {
    if (!isRecord(source)) continue;
    for (const [name, value] of Object.entries(source)) {
      if (value === null || value === undefined) continue;
      if (++count > fieldsMax) throw new Refusal('malformedRequest');
      if (Array.isArray(value) || name in fields) throw new Refusal('fieldRepeated', { field: shown(name) });
      fields[name] = textOf(name, value);
    }
  }
  return fields;
}

/** Decodes the operation's input. Throws the refusal of the first invalid field, in the order of the contract. */
export function decodeInput(
  operation: Operation,
  fields: Record<string, string>,
  values: Readonly<Partial<Record<ErrorCode, RefusalValues>>>,
): unknown {
  const decoded = z.safeParse(operation.input, fields);
  if (decoded.success) {
    const unstorable = Object.keys(fields).find((name) => !isStorable(fields[name] ?? ''));
    if (unstorable !== undefined) throw new Refusal('fieldInvalid', { field: shown(unstorable) });
    return decoded.data;
  }
  const order = fieldNamesOf(operation);
  const rank = (issue: { readonly path: readonly PropertyKey[] }): number => order.indexOf(String(issue.path[0]));
  const issue = decoded.error.issues
    .filter((one) => one.code !== 'unrecognized_keys')
    .sort((one, other) => rank(one) - rank(other))[0];
  if (issue === undefined) {
    const unknown = decoded.error.issues.flatMap((one) => (one.code === 'unrecognized_keys' ? one.keys : []))[0];
    throw new Refusal('fieldUnknown', { field: shown(unknown ?? '') });
  }
  const field = String(issue.path[0] ?? '');
  const general = fields[field] === undefined ? 'fieldMissing' : 'fieldInvalid';
  const code = isErrorCode(issue.message) ? issue.message : general;
  // Both say which field it is.
  const isGeneral = code === 'fieldMissing' || code === 'fieldInvalid';
  throw refusalOf(code, isGeneral ? { field: shown(field) } : values[code]);
}

/** NUL and lone surrogates cannot be stored in PostgreSQL text. */
function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** The input's fields in the order of the contract. */
function fieldNamesOf({ input }: Operation): string[] {
  return input instanceof z.ZodMiniObject ? Object.keys(input.shape) : [];
}

/** Numbers and booleans of JSON bodies as strings: every field of the contract is a string on the wire. */
function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Refusal('fieldInvalid', { field: shown(name) });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const shownLengthMax = 40;

/** A field's name, made safe for a response. */
function shown(name: string): string {
  return name.slice(0, shownLengthMax);
}
