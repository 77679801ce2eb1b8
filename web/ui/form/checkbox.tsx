import { type ReactNode, useId } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps {
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly error?: string | null | undefined;
  readonly children: ReactNode;
}

export function Checkbox({ name, checked, onChange, error, children }: CheckboxProps): ReactNode {
  const noteId = `${useId()}-note`;
  return (
    <div>
      <label className={styles.line}>
        <input
          className={styles.box}
          type="checkbox"
          name={name}
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? noteId : undefined}
        />
        <span>{children}</span>
      </label>
      {error ? (
        <p id={noteId} className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
