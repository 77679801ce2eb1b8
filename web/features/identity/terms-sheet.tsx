import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import styles from './terms-sheet.module.css';

interface TermsSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** A summary of the terms that does not leave a half-filled form; links open the full documents. */
export function TermsSheet({ open, onClose }: TermsSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('identity.termsTitle')}>
      <ul className={styles.terms}>
        <li>{t('identity.termsPaper')}</li>
        <li>{t('identity.termsLoss')}</li>
        <li>{t('identity.termsOutcome')}</li>
        <li>{t('identity.termsPast')}</li>
        <li>{t('identity.termsAge')}</li>
      </ul>
      <a className={styles.whole} href="/auth" target="_blank" rel="noopener opener">
        {t('identity.readTerms')}
      </a>
    </Sheet>
  );
}
