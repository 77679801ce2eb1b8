import type { ReactNode } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { useGetWithdrawalPassword, useKeepWithdrawalPassword } from './queries.ts';

/** A pending withdrawal password with a button to cancel it; nothing otherwise. */
export function WaitingWithdrawalPassword(): ReactNode {
  const t = useText();
  const format = useFormat();
  const waiting = useGetWithdrawalPassword().data?.reset;
  const keeping = useKeepWithdrawalPassword();
  if (!waiting) return null;
  const keep = () =>
    keeping.mutate(
      {},
      {
        onSuccess: ({ message }) => showToast(message, 'success'),
        onError: (error) => showToast(problemText(error) ?? '', 'failure'),
      },
    );
  return (
    <Note
      kind="warning"
      title={t('withdrawalPassword.waits')}
      action={
        <Button inline kind="outline" busy={keeping.isPending} onClick={keep}>
          {t('withdrawalPassword.keep')}
        </Button>
      }
    >
      {t('withdrawalPassword.waitsText', { time: format.dayTime(waiting.activeFrom) })}
    </Note>
  );
}
