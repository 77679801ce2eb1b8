import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { InputOf, Operation } from '#contract/operation.ts';

/** What a response depends on beside the input: the language, the member. */
export type KeyPart = string | null;

/** The query key of a read: operation path and input, then `parts`. Without an input, the prefix of all its keys. */
export function readKey<O extends Operation>(operation: O, input?: InputOf<O>, ...parts: readonly KeyPart[]): QueryKey {
  return input === undefined ? [operation.path] : [operation.path, fieldsOf(input), ...parts];
}

/** The key of a list read page by page (`usePages`). */
export function pagesKey<O extends Operation>(
  operation: O,
  input: object = {},
  ...parts: readonly KeyPart[]
): QueryKey {
  return [operation.path, fieldsOf(input), 'pages', ...parts];
}

/** Invalidates all cached responses of these reads; active ones are refetched. */
export async function invalidate(client: QueryClient, ...operations: readonly Operation[]): Promise<void> {
  await invalidatePaths(client, new Set(operations.map(({ path }) => path)));
}

/** The same by operation paths, without importing the operations. */
export async function invalidatePaths(client: QueryClient, paths: ReadonlySet<string>): Promise<void> {
  await client.invalidateQueries({ predicate: ({ queryKey }) => paths.has(String(queryKey[0])) });
}

/** Keys are hashed as JSON, which has no bigint. */
function fieldsOf(input: object): object {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  );
}
