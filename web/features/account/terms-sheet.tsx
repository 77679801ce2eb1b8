import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import styles from './terms-sheet.module.css';

interface TermsSheetProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The terms in a few plain sentences, without leaving a half-filled form; the whole documents open beside it. */
export function TermsSheet({ open, onClose }: TermsSheetProps): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('account.termsTitle')}>
      <ul className={styles.terms}>
        <li>{t('account.termsPaper')}</li>
        <li>{t('account.termsLoss')}</li>
        <li>{t('account.termsOutcome')}</li>
        <li>{t('account.termsPast')}</li>
        <li>{t('account.termsAge')}</li>
      </ul>
      <a className={styles.whole} href="/auth" target="_blank" rel="noopener opener">
        {t('account.readTerms')}
      </a>
    </Sheet>
  );
}
