import type { ReactNode } from 'react';
import { useGo } from '#web/platform/navigation/link.tsx';
import { Button } from '../form/button.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './note.module.css';

interface NoteProps {
  readonly title?: string;
  /** `warning`: something blocks the member. */
  readonly kind?: 'plain' | 'warning';
  readonly action?: ReactNode;
  /** A button to the page where something can be done about it. */
  readonly link?: { readonly label: string; readonly to: string };
  readonly children: ReactNode;
}

/** A short remark on a screen. */
export function Note({ title, kind = 'plain', action, link, children }: NoteProps): ReactNode {
  return (
    <aside className={classNames(styles.note, kind === 'warning' && styles.warning)}>
      {title === undefined ? null : <h2>{title}</h2>}
      <div className={styles.text}>{children}</div>
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
      {link === undefined ? null : (
        <div className={styles.action}>
          <LinkButton {...link} />
        </div>
      )}
    </aside>
  );
}

function LinkButton({ label, to }: { readonly label: string; readonly to: string }): ReactNode {
  const go = useGo();
  return (
    <Button inline kind="outline" onClick={() => go(to)}>
      {label}
    </Button>
  );
}
