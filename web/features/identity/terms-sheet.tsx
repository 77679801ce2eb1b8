import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { Sheet } from '#web/ui/overlay/sheet.tsx';
import styles from './terms-sheet.module.css';

/** A summary of the terms that does not leave a half-filled form; links open the full documents. */
export function TermsSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }): ReactNode {
  const t = useText();
  return (
    <Sheet open={open} onClose={onClose} title={t('content.documents')}>
      <ul className={styles.terms}>
        <li>{t('termsSummary.paper')}</li>
        <li>{t('termsSummary.loss')}</li>
        <li>{t('termsSummary.outcome')}</li>
        <li>{t('termsSummary.past')}</li>
        <li>{t('termsSummary.age')}</li>
      </ul>
      <a className={styles.whole} href="/auth" target="_blank" rel="noopener opener">
        {t('identity.readTerms')}
      </a>
    </Sheet>
  );
}
