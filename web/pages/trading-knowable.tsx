import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import styles from './trading-knowable.module.css';

/** What the operator could know of a replay, and what anybody could recognise. */
export function TradingKnowable(): ReactNode {
  const t = useText();
  return <p className={styles.note}>{t('replay.knowable')}</p>;
}
