import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import styles from './paper-line.module.css';

/** Below balances: this is paper money. */
export function PaperLine(): ReactNode {
  return <p className={styles.line}>{useText()('identity.paperText')}</p>;
}
