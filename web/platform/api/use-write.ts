import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import type { InputOf, Operation } from '#contract/operation.ts';
import { type Answer, callForAnswer } from './call.ts';

type WriteOptions<O extends Operation> = Pick<
  UseMutationOptions<Answer<O>, Error, InputOf<O>>,
  'onSuccess' | 'onSettled'
>;

/** A mutation. Calls that move money take `useMoneyCall` instead. */
export function useWrite<O extends Operation>(
  operation: O,
  options: WriteOptions<O> = {},
): UseMutationResult<Answer<O>, Error, InputOf<O>> {
  return useMutation({ ...options, mutationFn: (input: InputOf<O>) => callForAnswer(operation, input) });
}
