import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId } from 'react';
import { classNames } from '../style/class-names.ts';
import styles from './field.module.css';

interface FieldProps {
  readonly label: ReactNode;
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The error in the member's language. */
  readonly error?: ReactNode;
  readonly hint?: ReactNode;
  readonly type?: 'text' | 'password' | 'date' | 'datetime-local';
  readonly inputMode?: 'text' | 'numeric' | 'decimal';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly maxLength?: number;
  /** No autocapitalisation, no autocorrection. */
  readonly verbatim?: boolean;
  /** For codes, account names and addresses: verbatim, and without the spaces that come along when one is pasted. */
  readonly code?: boolean;
  /** At the right end of the field: a unit, a button, an image. */
  readonly trailing?: ReactNode;
}

export function Field({
  label,
  name,
  value,
  onChange,
  error,
  hint,
  type = 'text',
  inputMode = 'text',
  autoComplete = 'off',
  maxLength,
  code = false,
  verbatim = code,
  trailing,
}: FieldProps): ReactNode {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div>
      <div className={classNames(styles.box, error ? styles.wrong : undefined)}>
        <div className={styles.inner}>
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
          <input
            id={id}
            className={styles.input}
            name={name}
            value={value}
            onChange={({ target }) => onChange(code ? codeIn(target, maxLength) : target.value)}
            type={type}
            inputMode={inputMode}
            autoComplete={autoComplete}
            // A browser counts pasted spaces, and would cut the code's own end off.
            maxLength={code ? undefined : maxLength}
            aria-invalid={error ? true : undefined}
            aria-describedby={note ? noteId : undefined}
            {...(verbatim ? { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } : {})}
          />
        </div>
        {trailing === undefined ? null : <div className={styles.trailing}>{trailing}</div>}
      </div>
      {note ? (
        <p id={noteId} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
          {note}
        </p>
      ) : null}
    </div>
  );
}

/** Without the spaces around it; what is then too long is left out where it was put in, as a browser does. */
function codeIn({ value, selectionEnd }: HTMLInputElement, maxLength = Number.POSITIVE_INFINITY): string {
  const caret = selectionEnd ?? value.length;
  const after = value.slice(caret).trimEnd();
  return (
    value
      .slice(0, caret)
      .trimStart()
      .slice(0, maxLength - after.length) + after
  ).trim();
}
