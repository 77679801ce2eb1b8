import type { ReactNode } from 'react';
import styles from './figure.module.css';

interface RuleValueProps {
  /** What the rule is about, for screen readers; the rules are published at /rule. */
  readonly rule:
    | 'deposit'
    | 'donation'
    | 'financing'
    | 'invitation'
    | 'leverage'
    | 'level'
    | 'prize'
    | 'round'
    | 'task'
    | 'weight'
    | 'withdrawal';
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * A published rule, not a measurement: a bound, a fee or an option that is the same for all members. It has no source to tap; anything
 * counted or measured is a `Figure`.
 */
export function RuleValue({ rule, className, children }: RuleValueProps): ReactNode {
  return (
    <span className={className ?? styles.figure} data-rule={rule}>
      {children}
    </span>
  );
}
