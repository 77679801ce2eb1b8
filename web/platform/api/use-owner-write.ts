import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { InputOf, Operation } from '#contract/operation.ts';
import type { CallResult } from './call.ts';
import { callAsOwner } from './call-as-owner.ts';
import type { WriteOptions } from './use-write.ts';

/** A mutation that may ask for the login password anew, in a sheet of its own. */
export function useOwnerWrite<O extends Operation>(
  operation: O,
  options: WriteOptions<O> = {},
): UseMutationResult<CallResult<O>, Error, InputOf<O>> {
  return useMutation({ ...options, mutationFn: (input: InputOf<O>) => callAsOwner(operation, input) });
}
