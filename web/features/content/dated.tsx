import type { ReactNode } from 'react';
import styles from './dated.module.css';

/** The date of a text, below it. */
export function Dated({ children }: { readonly children: ReactNode }): ReactNode {
  return <p className={styles.dated}>{children}</p>;
}
