import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { InputOf, Operation } from '#contract/operation.ts';

/** What an answer depends on beside its input: the language, the member. */
export type KeyPart = string | null;

/**
 * The key under which a read's answers are cached: for one input, or, without any, what the keys of all its answers begin with.
 */
export function readKey<O extends Operation>(operation: O, input?: InputOf<O>, ...parts: readonly KeyPart[]): QueryKey {
  return input === undefined ? [operation.path] : [operation.path, fieldsOf(input), ...parts];
}

/** The same for a list that is read page by page (`usePages`). */
export function pagesKey<O extends Operation>(
  operation: O,
  input: object = {},
  ...parts: readonly KeyPart[]
): QueryKey {
  return [operation.path, fieldsOf(input), 'pages', ...parts];
}

/** Marks every answer of these reads as stale: what is on screen is asked for again. */
export async function invalidate(client: QueryClient, ...operations: readonly Operation[]): Promise<void> {
  await Promise.all(operations.map((operation) => client.invalidateQueries({ queryKey: readKey(operation) })));
}

/** Keys are compared as JSON, which has no bigint. */
function fieldsOf(input: object): object {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  );
}
