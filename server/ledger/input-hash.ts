import { hash } from 'node:crypto';

/** What a request asked for. A bigint counts as its digits. */
export type HashableInput =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly HashableInput[]
  | { readonly [name: string]: HashableInput };

/**
 * SHA-256 of an input, 64 hexadecimal digits, the same whatever order its fields came in. It belongs to an idempotency key: a
 * repeated request has the same hash, another request under the same key has not.
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
