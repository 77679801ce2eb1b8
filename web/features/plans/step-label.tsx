import type { ReactNode } from 'react';
import { Icon } from '#web/ui/picture/icon.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import styles from './step-label.module.css';

interface StepLabelProps {
  readonly number: 1 | 2 | 3;
  /** The current step. */
  readonly current: 1 | 2 | 3;
  readonly done: boolean;
  readonly children: string;
}

/** A field's label with its step number, or a tick once done. */
export function StepLabel({ number, current, done, children }: StepLabelProps): ReactNode {
  return (
    <span className={styles.label}>
      <span
        className={classNames(styles.number, number === current && !done && styles.current, done && styles.done)}
        aria-hidden="true"
        data-words
      >
        {done ? <Icon name="check" size={10} /> : number}
      </span>
      {children}
    </span>
  );
}
