import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import styles from './paper-note.module.css';

export function PaperNote(): ReactNode {
  const t = useText();
  return (
    <aside className={styles.note}>
      <h2>{t('deposit.paperTitle')}</h2>
      <p className={styles.text}>{t('deposit.paperText')}</p>
    </aside>
  );
}
