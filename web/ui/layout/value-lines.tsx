import type { ReactNode } from 'react';
import styles from './value-lines.module.css';

interface ValueLinesProps {
  /** For values that change while a member types. */
  readonly live?: boolean;
  readonly children: ReactNode;
}

/** Labels and values, a line each, on a raised ground. */
export function ValueLines({ live = false, children }: ValueLinesProps): ReactNode {
  return (
    <dl className={styles.lines} aria-live={live ? 'polite' : undefined}>
      {children}
    </dl>
  );
}

export function ValueLine({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }): ReactNode {
  return (
    <div className={styles.line}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
