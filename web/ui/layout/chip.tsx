import type { ReactNode } from 'react';
import styles from './chip.module.css';

interface ChipProps {
  /** `up` and `down` are for results alone. */
  readonly tone?: 'up' | 'down' | 'accent' | 'danger' | 'plain';
  readonly children: ReactNode;
}

export function Chip({ tone = 'plain', children }: ChipProps): ReactNode {
  return <span className={`${styles.chip} ${styles[tone]}`}>{children}</span>;
}
