import type { ReactNode } from 'react';
import { Go } from '#web/platform/navigation/link.tsx';
import { Icon, type IconName } from '../picture/icon.tsx';
import styles from './row.module.css';

interface RowListProps {
  readonly label?: string | undefined;
  readonly children: ReactNode;
}

/** A list of Row components with separators. */
export function RowList({ label, children }: RowListProps): ReactNode {
  return <ul aria-label={label}>{children}</ul>;
}

interface RowProps {
  /** Before the row, and no part of its link. */
  readonly before?: ReactNode;
  readonly icon?: IconName;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  /** At the right end: a value, a state. */
  readonly value?: ReactNode;
  /** A link or an action; a row without either is not interactive. */
  readonly to?: string;
  readonly onPress?: () => void;
  /** For one of several options. */
  readonly selected?: boolean;
}

export function Row({ before, icon, title, note, value, to, onPress, selected }: RowProps): ReactNode {
  const opens = to ?? (selected === undefined && onPress);
  const content = (
    <>
      {icon === undefined ? null : (
        <span className={styles.icon}>
          <Icon name={icon} size={18} />
        </span>
      )}
      <span className={styles.texts}>
        <span className={styles.title}>{title}</span>
        {note === undefined ? null : <span className={styles.note}>{note}</span>}
      </span>
      {value === undefined ? null : <span className={styles.value}>{value}</span>}
      {selected === undefined ? null : (
        <span className={styles.tick}>{selected ? <Icon name="check" size={18} /> : null}</span>
      )}
      {opens ? <Icon name="forward" size={16} className={styles.chevron} /> : null}
    </>
  );
  return (
    <li className={styles.item}>
      {before}
      {to !== undefined ? (
        <Go to={to} className={styles.row}>
          {content}
        </Go>
      ) : onPress !== undefined ? (
        <button type="button" className={styles.row} onClick={onPress} aria-pressed={selected}>
          {content}
        </button>
      ) : (
        <div className={styles.row}>{content}</div>
      )}
    </li>
  );
}
