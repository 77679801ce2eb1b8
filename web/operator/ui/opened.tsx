import { type ReactNode, useEffect, useRef } from 'react';
import styles from './layout.module.css';

/** Details that a row of a list opened: below the list, and in sight. */
export function Opened({ children }: { readonly children: ReactNode }): ReactNode {
  const details = useRef<HTMLDivElement>(null);
  // Newer browsers return a promise from it, which an effect must not return.
  useEffect(() => {
    details.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={details} className={styles.columns}>
      {children}
    </div>
  );
}
