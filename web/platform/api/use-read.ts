import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { InputOf, Operation, OutputOf } from '#contract/operation.ts';
import { call } from './call.ts';
import { type KeyPart, readKey } from './read-key.ts';

export interface ReadOptions<O extends Operation, Selected>
  extends Omit<UseQueryOptions<OutputOf<O>, Error, Selected>, 'queryKey' | 'queryFn'> {
  /** What the answer depends on beside its input. */
  readonly keyParts?: readonly KeyPart[];
}

/** The answer of a read, cached by its input. */
export function useRead<O extends Operation, Selected = OutputOf<O>>(
  operation: O,
  input: InputOf<O>,
  { keyParts = [], ...options }: ReadOptions<O, Selected> = {},
): UseQueryResult<Selected> {
  return useQuery({
    ...options,
    queryKey: readKey(operation, input, ...keyParts),
    queryFn: ({ signal }) => call(operation, input, { signal }),
  });
}

/** Options of a read whose every answer is a new one, good for one use: never again by itself, and forgotten with its reader. */
export const singleUse = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
} as const;
