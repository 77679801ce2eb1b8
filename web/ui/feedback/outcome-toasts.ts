import { useEffect } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { showToast } from './toast.tsx';

/** Shows an error as a toast; nothing where the page is already leaving. */
export function showFailure(error: unknown): void {
  const problem = problemText(error);
  if (problem !== null) showToast(problem, 'failure');
}

/** Shows an error as a toast, once until it is over: each failed try of a poll has an error of its own, in the same words. */
export function useFailureToast(error: Error | null): void {
  const problem = error && problemText(error);
  useEffect(() => {
    if (problem !== null) showToast(problem, 'failure');
  }, [problem]);
}

/** Callbacks of a mutation whose outcome is a toast. */
export const outcomeToasts = {
  onSuccess: ({ message }: { readonly message: string }): void => showToast(message, 'success'),
  onError: showFailure,
};
