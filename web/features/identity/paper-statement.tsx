import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import styles from './paper-statement.module.css';

/** Shown before registration: nothing here is real money. */
export function PaperStatement(): ReactNode {
  const t = useText();
  return (
    <aside className={styles.statement}>
      <h2>{t('identity.paperTitle')}</h2>
      <p className={styles.text}>{t('identity.paperText')}</p>
    </aside>
  );
}
