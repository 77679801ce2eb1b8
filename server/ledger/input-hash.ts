import { hash } from 'node:crypto';

/** The input of a request. A bigint is hashed as its decimal digits. */
export type HashableInput =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly HashableInput[]
  | { readonly [name: string]: HashableInput };

/**
 * SHA-256 of an input, 64 hexadecimal digits, independent of the order of its fields. Stored with the idempotency key, it distinguishes a
 * repeated request from a different one under the same key.
 */
export function inputHashOf(input: HashableInput): string {
  return hash('sha256', canonical(input), 'hex');
}

function canonical(input: HashableInput): string {
  if (typeof input === 'bigint') return `"${input}"`;
  if (typeof input !== 'object' || input === null) return JSON.stringify(input);
  if (isList(input)) return `[${input.map(canonical).join(',')}]`;
  const fields = Object.entries(input).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join(',')}}`;
}

function isList(input: HashableInput): input is readonly HashableInput[] {
  return Array.isArray(input);
}
