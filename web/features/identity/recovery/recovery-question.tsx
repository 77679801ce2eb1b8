import { type ReactNode, useState } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { tabStorage } from '#web/platform/session/storage.ts';
import { outcomeToasts } from '#web/ui/feedback/outcome-toasts.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { useCancelRecovery, useGetRecovery } from '../queries/protection.ts';

interface RecoveryQuestionProps {
  /** The page shows a note itself. */
  readonly isShownByPage: boolean;
}

const dismissedKey = 'recovery-answered';

/** Asks on every page about a pending recovery; the security centre has a note instead. */
export function RecoveryQuestion({ isShownByPage }: RecoveryQuestionProps): ReactNode {
  const t = useText();
  const format = useFormat();
  const waiting = useGetRecovery().data?.waiting ?? null;
  const cancelling = useCancelRecovery();
  const [dismissed, setDismissed] = useState(() => tabStorage.getItem(dismissedKey));
  const question = waiting === null ? null : String(waiting.approvedAt);
  const close = () => {
    setDismissed(question);
    if (question !== null) tabStorage.setItem(dismissedKey, question);
  };
  return (
    <Dialog
      open={question !== null && question !== dismissed && !isShownByPage}
      title={t('recovery.title')}
      onClose={close}
      actions={[
        { label: t('recovery.stop'), onPress: () => cancelling.mutate({}, outcomeToasts), busy: cancelling.isPending },
        { label: t('recovery.asked'), onPress: close, kind: 'quiet' },
      ]}
    >
      {waiting === null
        ? ''
        : t(waiting.replacesPassword ? 'recovery.passwordText' : 'recovery.text', {
            time: format.dayTime(waiting.takesEffectAt),
          })}
    </Dialog>
  );
}
