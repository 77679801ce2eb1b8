import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { InputOf, Operation } from '#contract/operation.ts';
import { type CallResult, callForResult } from './call.ts';
import { ApiRefusal } from './refusal.ts';
import { wireFields } from './request.ts';
import { moneyMoved } from './stale-reads.ts';
import { createSubmissionKeys } from './submission-keys.ts';

/** Refusals after which the same submission may still succeed, so its key is kept. */
const undecided: ReadonlySet<string> = new Set(['serverBusy', 'requestInProgress', 'tooManyRequests', 'internalError']);

/** Whether the server has refused for good: nothing of the submission will be done. */
export function isDecided(error: unknown): boolean {
  return error instanceof ApiRefusal && !undecided.has(error.code);
}

/** A money call as a mutation. Submitting again after a lost response repeats the idempotency key, so the money moves once. `send` makes the call. */
export function useMoneyCall<O extends Operation>(
  operation: O,
  onSuccess?: (result: CallResult<O>) => void,
  send: typeof callForResult = callForResult,
): UseMutationResult<CallResult<O>, Error, InputOf<O>> {
  const client = useQueryClient();
  const [keys] = useState(() => createSubmissionKeys());
  const fingerprint = (input: InputOf<O>): string => String(wireFields(operation, input));
  return useMutation({
    mutationFn: (input: InputOf<O>) => send(operation, input, { idempotencyKey: keys.keyFor(fingerprint(input)) }),
    retry: false,
    onSuccess: (result, input) => {
      keys.settle(fingerprint(input));
      moneyMoved(client);
      onSuccess?.(result);
    },
    onError: (error, input) => {
      if (isDecided(error)) keys.settle(fingerprint(input));
    },
  });
}
