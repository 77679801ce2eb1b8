import type { ReactNode } from 'react';
import styles from './figure.module.css';

interface RuleValueProps {
  /** What the rule is about; the rules themselves are published at /rule. */
  readonly rule: 'deposit' | 'financing' | 'leverage' | 'level' | 'weight' | 'withdrawal';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A published rule, not a measurement: a bound, a fee or a choice that everybody has alike. It has no source to tap, as nothing was
 * counted or measured; whatever was is a `Figure`. 'Where this comes from' leads to the rules.
 */
export function RuleValue({ rule, className, children }: RuleValueProps): ReactNode {
  return (
    <span className={className ?? styles.figure} data-rule={rule}>
      {children}
    </span>
  );
}
