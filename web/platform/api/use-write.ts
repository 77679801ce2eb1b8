import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { InputOf, Operation } from '#contract/operation.ts';
import { type CallResult, callForResult } from './call.ts';

export type WriteOptions<O extends Operation> = Pick<
  UseMutationOptions<CallResult<O>, Error, InputOf<O>>,
  'onSuccess' | 'onSettled'
>;

/** A mutation. Calls that move money take `useMoneyCall` instead. */
export function useWrite<O extends Operation>(
  operation: O,
  options: WriteOptions<O> = {},
): UseMutationResult<CallResult<O>, Error, InputOf<O>> {
  return useMutation({ ...options, mutationFn: (input: InputOf<O>) => callForResult(operation, input) });
}
