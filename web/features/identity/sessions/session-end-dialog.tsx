import type { ReactNode } from 'react';
import { nameEnd } from '#web/platform/format/account-name.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { session } from '#web/platform/session/session.ts';
import type { SessionEnd } from '#web/platform/session/session-end.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';

interface SessionEndDialogProps {
  readonly open: boolean;
  readonly end: SessionEnd | null;
  /** To the login. */
  readonly onClose: () => void;
  readonly onOtherAccount: () => void;
}

/** Says why the page cannot go on: there is no other way out than its buttons. */
export function SessionEndDialog({ open, end, onClose, onOtherAccount }: SessionEndDialogProps): ReactNode {
  const t = useText();
  const signInAgain = { label: t('shell.signInAgain'), onPress: onClose };
  return end === 'otherAccount' ? (
    <Dialog
      alert
      open={open}
      title={t('shell.otherAccountTitle')}
      actions={[
        { ...signInAgain, kind: 'quiet' },
        { label: t('shell.toOtherAccount'), onPress: onOtherAccount },
      ]}
    >
      {t('shell.otherAccountText', { account: nameEnd(session.username() ?? '', 7) })}
    </Dialog>
  ) : (
    <Dialog alert open={open} title={t('shell.expiredTitle')} actions={[signInAgain]}>
      {t('shell.expiredText')}
    </Dialog>
  );
}
