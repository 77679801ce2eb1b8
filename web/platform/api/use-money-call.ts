import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputOf, Operation } from '#contract/operation.ts';
import { type Answer, callForAnswer } from './call.ts';
import { ApiRefusal } from './refusal.ts';
import { wireFields } from './request.ts';
import { createSubmissionKeys } from './submission-keys.ts';

/** Refusals after which the same submission may still succeed, so its key is kept. */
const undecided: ReadonlySet<string> = new Set(['serverBusy', 'requestInProgress', 'tooManyRequests', 'internalError']);

/** A money call as a mutation. Submitting again after a lost response repeats the idempotency key, so the money moves once. */
export function useMoneyCall<O extends Operation>(
  operation: O,
  onSuccess?: (answer: Answer<O>) => void,
): UseMutationResult<Answer<O>, Error, InputOf<O>> {
  const [keys] = useState(() => createSubmissionKeys());
  return useMutation({
    mutationFn: (input: InputOf<O>) =>
      callForAnswer(operation, input, { idempotencyKey: keys.keyFor(String(wireFields(operation, input))) }),
    retry: false,
    onSuccess: (answer) => {
      keys.settle();
      onSuccess?.(answer);
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && !undecided.has(error.code)) keys.settle();
    },
  });
}
