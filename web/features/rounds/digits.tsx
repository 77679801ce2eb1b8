import type { ReactNode } from 'react';
import { type Digits, sumOf } from '#core/rounds/categories.ts';
import { useText } from '#web/platform/i18n/text.ts';
import { Figure } from '#web/ui/figure/figure.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import styles from './rounds.module.css';

interface DrawnDigitsProps {
  readonly digits: Digits;
  readonly size?: 'normal' | 'hero';
}

/** The three digits of a round and their sum. */
export function DrawnDigits({ digits, size = 'normal' }: DrawnDigitsProps): ReactNode {
  const t = useText();
  const [first, second, third] = digits;
  return (
    <Figure source="probe" className={classNames(styles.digits, size === 'hero' && styles.hero)}>
      <span className={styles.digit}>{first}</span>
      <span className={styles.digit}>{second}</span>
      <span className={styles.digit}>{third}</span>
      <span className={styles.sum}>
        {t('rounds.sum')} {sumOf(digits)}
      </span>
    </Figure>
  );
}
