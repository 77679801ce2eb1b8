import { problemText } from '#web/platform/api/problem-text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { useCancelRecovery } from '../queries/protection.ts';

/** Cancels the recovery and shows the result. */
export function useStop(): { readonly isPending: boolean; readonly now: () => void } {
  const { isPending, mutate } = useCancelRecovery();
  return {
    isPending,
    now: () =>
      mutate(
        {},
        {
          onSuccess: ({ message }) => showToast(message, 'success'),
          onError: (error) => showToast(problemText(error) ?? '', 'failure'),
        },
      ),
  };
}
