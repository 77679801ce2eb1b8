import type { ReactNode } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { useCancelRecovery, useRecovery } from './recovery-queries.ts';

/** A recovery that waits, with the way to stop it; nothing while none does. */
export function RecoveryNote(): ReactNode {
  const t = useText();
  const format = useFormat();
  const waiting = useRecovery().data?.waiting;
  const stop = useStop();
  if (!waiting) return null;
  return (
    <Note
      kind="warning"
      title={t('recovery.title')}
      action={
        <Button inline kind="outline" busy={stop.isPending} onClick={stop.now}>
          {t('recovery.stop')}
        </Button>
      }
    >
      {t('recovery.text', { time: format.dayTime(waiting.takesEffectAt) })}
    </Note>
  );
}

/** Stops the recovery and says what became of that. */
export function useStop(): { readonly isPending: boolean; readonly now: () => void } {
  const { isPending, mutate } = useCancelRecovery();
  return {
    isPending,
    now: () =>
      mutate(undefined, {
        onSuccess: ({ message }) => showToast(message, 'success'),
        onError: (error) => showToast(problemText(error) ?? '', 'failure'),
      }),
  };
}
