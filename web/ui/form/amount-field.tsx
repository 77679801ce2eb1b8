import type { ComponentProps, ReactNode } from 'react';
import styles from './amount-field.module.css';
import { Field } from './field.tsx';

type AmountFieldProps = Omit<ComponentProps<typeof Field>, 'inputMode' | 'trailing'> & {
  /** Before the unit. */
  readonly action?: ReactNode;
};

/** A field for an amount of USDT. */
export function AmountField({ action, ...props }: AmountFieldProps): ReactNode {
  return (
    <Field
      maxLength={24}
      {...props}
      inputMode="decimal"
      trailing={
        <>
          {action}
          <span className={styles.unit}>USDT</span>
        </>
      }
    />
  );
}
