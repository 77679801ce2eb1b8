import type { UseMutationResult } from '@tanstack/react-query';
import { useRef } from 'react';

interface Callbacks<Result> {
  readonly onSuccess?: (result: Result) => void;
  readonly onError?: (error: Error) => void;
}

/** `mutate` that ignores a call while the one before runs: a double tap would submit twice before the state updates. */
export function useSendOnce<Result, Input>({
  mutate,
}: Pick<UseMutationResult<Result, Error, Input>, 'mutate'>): (input: Input, callbacks: Callbacks<Result>) => void {
  const isSending = useRef(false);
  return (input, callbacks) => {
    if (isSending.current) return;
    isSending.current = true;
    mutate(input, {
      ...callbacks,
      onSettled: () => {
        isSending.current = false;
      },
    });
  };
}
