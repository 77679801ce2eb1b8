import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { WaitingNote } from '#web/ui/feedback/waiting-note.tsx';
import { useGetWithdrawalPassword, useKeepWithdrawalPassword } from './queries.ts';

/** A pending withdrawal password with a button to cancel it; nothing otherwise. */
export function WaitingWithdrawalPassword(): ReactNode {
  const t = useText();
  const format = useFormat();
  const waiting = useGetWithdrawalPassword().data?.reset;
  const keeping = useKeepWithdrawalPassword();
  if (!waiting) return null;
  return (
    <WaitingNote
      title={t('withdrawalPassword.waits')}
      action={t('withdrawalPassword.keep')}
      cancelling={keeping}
      input={{}}
    >
      {t('withdrawalPassword.waitsText', { time: format.dayTime(waiting.activeFrom) })}
    </WaitingNote>
  );
}
