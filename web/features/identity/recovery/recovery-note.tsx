import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { WaitingNote } from '#web/ui/feedback/waiting-note.tsx';
import { useCancelRecovery, useGetRecovery } from '../queries/protection.ts';

/** A pending recovery with the button that cancels it; nothing otherwise. */
export function RecoveryNote(): ReactNode {
  const t = useText();
  const format = useFormat();
  const waiting = useGetRecovery().data?.waiting;
  const cancelling = useCancelRecovery();
  if (!waiting) return null;
  return (
    <WaitingNote title={t('recovery.title')} action={t('recovery.stop')} cancelling={cancelling} input={{}}>
      {t(waiting.replacesPassword ? 'recovery.passwordText' : 'recovery.text', {
        time: format.dayTime(waiting.takesEffectAt),
      })}
    </WaitingNote>
  );
}
