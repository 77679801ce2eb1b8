import type { ComponentProps, FormEvent, ReactNode, RefObject } from 'react';
import common from '../style/common.module.css';
import { Button } from './button.tsx';
import styles from './form.module.css';

interface FormProps extends Pick<ComponentProps<typeof Button>, 'kind' | 'disabled' | 'inline'> {
  /** Of `useFormFields`. */
  readonly fields?: {
    readonly errors: { readonly form: RefObject<HTMLFormElement | null> };
    formProblem(error: Error | null): string | null;
  };
  /** What sends the form. */
  readonly sending?: { readonly isPending: boolean; readonly error: Error | null };
  /** Where more than the sending keeps the form busy. */
  readonly busy?: boolean;
  /** In place of the error that belongs to no field. */
  readonly problem?: string | null | undefined;
  readonly onSubmit: () => void | Promise<void>;
  /** Label of the submit button. */
  readonly action: string;
  /** Below the submit button. */
  readonly below?: ReactNode;
  readonly children: ReactNode;
}

/** Fields, then the error, then the submit button. */
export function Form({
  fields,
  sending,
  busy = sending?.isPending ?? false,
  problem = fields?.formProblem(sending?.error ?? null) ?? null,
  onSubmit,
  action,
  below,
  children,
  ...button
}: FormProps): ReactNode {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) void onSubmit();
  };
  return (
    <form ref={fields?.errors.form} className={common.parts} onSubmit={submit} noValidate>
      {children}
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button {...button} type="submit" busy={busy}>
        {action}
      </Button>
      {below}
    </form>
  );
}
