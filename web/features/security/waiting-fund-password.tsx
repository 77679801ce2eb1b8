import type { ReactNode } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { useFundPassword, useKeepFundPassword } from './fund-password-queries.ts';

/** A new withdrawal password that waits, with the way to call it off; nothing while none does. */
export function WaitingFundPassword(): ReactNode {
  const t = useText();
  const format = useFormat();
  const waiting = useFundPassword().data?.reset;
  const keeping = useKeepFundPassword();
  if (!waiting) return null;
  const keep = () =>
    keeping.mutate(undefined, {
      onSuccess: ({ message }) => showToast(message, 'success'),
      onError: (error) => showToast(problemText(error) ?? '', 'failure'),
    });
  return (
    <Note
      kind="warning"
      title={t('fundPassword.waits')}
      action={
        <Button inline kind="outline" busy={keeping.isPending} onClick={keep}>
          {t('fundPassword.keep')}
        </Button>
      }
    >
      {t('fundPassword.waitsText', { time: format.dayTime(waiting.activeFrom) })}
    </Note>
  );
}
