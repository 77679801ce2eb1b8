import type { ReactNode } from 'react';
import { useFormat } from '#web/platform/format/use-format.ts';
import styles from './unread.module.css';

interface MarkAllReadProps {
  readonly busy: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}

/** Above a list with unread rows. */
export function MarkAllRead({ busy, onPress, children }: MarkAllReadProps): ReactNode {
  return (
    <p className={styles.all}>
      <button type="button" className={styles.allRead} disabled={busy} onClick={onPress}>
        {children}
      </button>
    </p>
  );
}

interface DateLineProps {
  readonly at: number;
  /** The word for an unread row; null for one that was read. */
  readonly unread: string | null;
}

/** When it was, and whether it is unread. */
export function DateLine({ at, unread }: DateLineProps): ReactNode {
  const format = useFormat();
  return (
    <span className={styles.date}>
      <time dateTime={new Date(at).toISOString()}>{format.dayTime(at)}</time>
      {unread === null ? null : <span className={styles.mark}>{unread}</span>}
    </span>
  );
}
