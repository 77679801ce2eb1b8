import type { ReactNode } from 'react';
import { Icon } from '../picture/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './picker-field.module.css';

interface PickerFieldProps {
  readonly label: ReactNode;
  /** The choice made; null shows the placeholder. */
  readonly value: ReactNode;
  readonly placeholder: string;
  readonly onOpen: () => void;
  /** What is wrong with the choice, in the member's language. */
  readonly error?: string | null | undefined;
}

/** A field whose value is chosen in a sheet. */
export function PickerField({ label, value, placeholder, onOpen, error }: PickerFieldProps): ReactNode {
  return (
    <div>
      <button
        type="button"
        className={classNames(styles.box, error && styles.wrong)}
        onClick={onOpen}
        aria-haspopup="dialog"
      >
        <span className={styles.label}>{label}</span>
        <span className={styles.choice}>
          <span className={classNames(styles.value, value === null && styles.placeholder)}>{value ?? placeholder}</span>
          <Icon name="down" size={16} className={styles.chevron} />
        </span>
      </button>
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
