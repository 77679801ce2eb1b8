import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { copyText } from '#web/ui/feedback/copy-text.ts';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import styles from './authenticator.module.css';

interface BackupCodesProps {
  /** Null while closed. */
  readonly codes: readonly string[] | null;
  readonly onKept: () => void;
}

/** The backup codes, shown once: only the member's confirmation closes the dialog. */
export function BackupCodes({ codes, onKept }: BackupCodesProps): ReactNode {
  const t = useText();
  return (
    <Dialog
      open={codes !== null}
      title={t('security.backupCodes')}
      actions={[
        { label: t('security.codesKept'), onPress: onKept },
        { label: t('security.copyCodes'), kind: 'outline', onPress: () => void copyText((codes ?? []).join('\n')) },
      ]}
    >
      <p>{t('security.backupCodesText')}</p>
      <ul className={styles.codes}>
        {codes?.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
