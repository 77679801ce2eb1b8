import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { InputOf, Operation, OutputOf } from '#contract/operation.ts';
import { call } from './call.ts';
import { type KeyPart, readKey } from './read-key.ts';

export interface ReadOptions<O extends Operation, Selected>
  extends Omit<UseQueryOptions<OutputOf<O>, Error, Selected>, 'queryKey' | 'queryFn'> {
  /** What the response depends on beside the input. */
  readonly keyParts?: readonly KeyPart[];
}

/** A read as a query, cached by its input. */
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

/** Query options of a read whose response can be used once: never refetched by itself, nor cached after unmounting. */
export const singleUse = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
} as const;
