import type { ReactNode } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names.ts';

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
          {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
        </div>
      )}
      {children}
    </section>
  );
}
