import { useEffect } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { showToast } from './toast.tsx';

/** Shows an error as a toast, once. */
export function useFailureToast(error: Error | null): void {
  useEffect(() => {
    const problem = error === null ? null : problemText(error);
    if (problem !== null) showToast(problem, 'failure');
  }, [error]);
}
