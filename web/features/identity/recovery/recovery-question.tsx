import { type ReactNode, useState } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { keep, readKept } from '#web/platform/session/kept-answer.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { useGetRecovery } from '../queries/protection.ts';
import { useStop } from './use-stop.ts';

interface RecoveryQuestionProps {
  /** The page shows a note itself. */
  readonly isSaidHere: boolean;
}

const onVisit = () => sessionStorage;
const answerKey = 'recovery-answered';

/** Asks on every page about a pending recovery; the security centre has a note instead. */
export function RecoveryQuestion({ isSaidHere }: RecoveryQuestionProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const waiting = useGetRecovery().data?.waiting ?? null;
  const stop = useStop();
  const [answered, setAnswered] = useState(() => readKept(onVisit, answerKey));
  const question = waiting === null ? null : String(waiting.approvedAt);
  const close = () => {
    setAnswered(question);
    if (question !== null) keep(onVisit, answerKey, question);
  };
  return (
    <Dialog
      open={question !== null && question !== answered && !isSaidHere}
      title={t('recovery.title')}
      onClose={close}
      actions={[
        { label: t('recovery.stop'), onPress: stop.now, busy: stop.isPending },
        { label: t('recovery.asked'), onPress: close, kind: 'quiet' },
      ]}
    >
      {waiting === null ? '' : t('recovery.text', { time: format.dayTime(waiting.takesEffectAt) })}
    </Dialog>
  );
}
