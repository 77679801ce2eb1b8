import type { ReactNode } from 'react';
import { Figure } from '../figure/figure.tsx';
import styles from './proof.module.css';

interface ComparedValuesProps {
  /** What was published or kept: a label and the value. */
  readonly claimed: readonly [label: ReactNode, value: string];
  /** What this phone has instead. */
  readonly computed: readonly [label: ReactNode, value: string];
}

/** Two values that should be the same, in full. */
export function ComparedValues({ claimed, computed }: ComparedValuesProps): ReactNode {
  return (
    <dl className={styles.values}>
      <dt>{claimed[0]}</dt>
      <dd>
        <Figure source="ledger">{claimed[1]}</Figure>
      </dd>
      <dt>{computed[0]}</dt>
      <dd>
        <Figure source="probe">{computed[1]}</Figure>
      </dd>
    </dl>
  );
}
