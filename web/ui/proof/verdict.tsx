import type { ReactNode } from 'react';
import { Icon } from '../picture/icon.tsx';
import styles from './proof.module.css';

interface VerdictProps {
  readonly isSame?: boolean;
  readonly children: ReactNode;
}

/** What came of a check. */
export function Verdict({ isSame = true, children }: VerdictProps): ReactNode {
  return (
    <p className={styles.verdict}>
      <Icon name={isSame ? 'check' : 'warning'} size={18} />
      {children}
    </p>
  );
}
