import type { ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';
import styles from './note.module.css';

interface NoteProps {
  readonly title?: string;
  /** `warning`: something blocks the member. */
  readonly kind?: 'plain' | 'warning';
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** A short remark on a screen. */
export function Note({ title, kind = 'plain', action, children }: NoteProps): ReactNode {
  return (
    <aside className={classNames(styles.note, kind === 'warning' && styles.warning)}>
      {title === undefined ? null : <h2>{title}</h2>}
      <div className={styles.text}>{children}</div>
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </aside>
  );
}
