import type { ReactNode } from 'react';
import { Icon } from '../picture/icon.tsx';
import { classNames } from '../style/class-names.ts';
import styles from './picker-field.module.css';

interface PickerFieldProps {
  readonly label: ReactNode;
  /** The chosen value; null shows the placeholder. */
  readonly value: ReactNode;
  readonly placeholder: string;
  readonly onOpen: () => void;
  /** The error in the member's language. */
  readonly error?: string | null | undefined;
}

/** A field that opens a sheet to choose its value. */
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
