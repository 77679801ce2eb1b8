import type { ReactNode } from 'react';
import { Go } from '#web/platform/navigation/link.tsx';
import { Icon } from '../picture/icon.tsx';
import { classNames } from '../style/class-names.ts';
import common from '../style/common.module.css';
import styles from './labelled.module.css';

interface LabelledProps {
  readonly label: ReactNode;
  readonly size?: 'normal' | 'hero';
  readonly unit?: string;
  /** The page that explains the figure: the label is a link to it, and the figure with it. */
  readonly to?: string;
  readonly children: ReactNode;
}

/** A figure below its label. */
export function Labelled({ label, size = 'normal', unit, to, children }: LabelledProps): ReactNode {
  return (
    <div className={styles.pair}>
      <dt className={common.faint}>
        {to === undefined ? (
          label
        ) : (
          <Go to={to} className={styles.link}>
            {label}
            <Icon name="forward" size={12} />
          </Go>
        )}
      </dt>
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
    <dl className={common.tight} style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
      {children}
    </dl>
  );
}
