import type { ReactNode } from 'react';
import styles from './sparkline.module.css';
import { sparklinePath } from './sparkline-path.ts';

interface SparklineProps {
  /** Oldest first. */
  readonly values: readonly number[];
  readonly tone: 'up' | 'down';
}

/** A price over time without axes; hidden from screen readers, which get the change in percent. */
export function Sparkline({ values, tone }: SparklineProps): ReactNode {
  return (
    <svg className={styles.spark} viewBox="0 0 64 24" preserveAspectRatio="none" aria-hidden="true">
      <path className={styles[tone]} d={sparklinePath(values)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
