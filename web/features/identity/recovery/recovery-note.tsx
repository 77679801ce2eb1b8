import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Note } from '#web/ui/feedback/note.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { useGetRecovery } from '../queries/protection.ts';
import { useStop } from './use-stop.ts';

/** A pending recovery with the button that cancels it; nothing otherwise. */
export function RecoveryNote(): ReactNode {
  const t = useText();
  const format = useFormat();
  const waiting = useGetRecovery().data?.waiting;
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
