import type { ComponentProps, FormEvent, ReactNode, RefObject } from 'react';
import { Button } from './button.tsx';
import styles from './form.module.css';

interface FormProps {
  readonly form: RefObject<HTMLFormElement | null>;
  readonly onSubmit: () => void;
  /** The error that belongs to no field. */
  readonly problem: string | null;
  /** The submit button, mostly a `Submit`. */
  readonly action: ReactNode;
  readonly children: ReactNode;
}

/** Fields, then the error, then the submit button. */
export function Form({ form, onSubmit, problem, action, children }: FormProps): ReactNode {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      {children}
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {action}
    </form>
  );
}

export function Submit(props: Pick<ComponentProps<typeof Button>, 'busy' | 'children'>): ReactNode {
  return <Button {...props} type="submit" />;
}
