import type { ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';
import styles from './labelled.module.css';

interface LabelledProps {
  readonly label: ReactNode;
  readonly size?: 'normal' | 'hero';
  readonly unit?: string;
  readonly children: ReactNode;
}

/** A figure below its label. */
export function Labelled({ label, size = 'normal', unit, children }: LabelledProps): ReactNode {
  return (
    <div className={styles.pair}>
      <dt className={styles.label}>{label}</dt>
      <dd className={classNames(styles.value, size === 'hero' && styles.hero)}>
        {children}
        {unit === undefined ? null : <span className={styles.unit}> {unit}</span>}
      </dd>
    </div>
  );
}

/** Labelled figures in a row. */
export function LabelledRow({
  columns,
  children,
}: {
  readonly columns: 1 | 2 | 3;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <dl className={styles.row} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {children}
    </dl>
  );
}
