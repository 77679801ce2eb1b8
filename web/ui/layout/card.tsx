import type { ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';
import common from '../style/common.module.css';
import styles from './card.module.css';

interface CardProps {
  readonly title?: ReactNode;
  /** Right of the title. */
  readonly aside?: ReactNode;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Card({ title, aside, className, children }: CardProps): ReactNode {
  return (
    <section className={classNames(styles.card, className)}>
      {title === undefined && aside === undefined ? null : (
        <div className={styles.head}>
          {title === undefined ? <span /> : <h2>{title}</h2>}
          {aside === undefined ? null : <span className={common.faint}>{aside}</span>}
        </div>
      )}
      {children}
    </section>
  );
}
