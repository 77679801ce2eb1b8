import { useState } from 'react';
import type { ErrorCode } from '#contract/errors.ts';
import { problemText } from './problem-text.ts';
import { refusalCode } from './refusal.ts';
import { useFormErrors } from './use-form-errors.ts';

/** State of a form: its values, and the field of each refusal. Errors never clear what was typed. */
export function useFormFields<Field extends string>(
  initial: Readonly<Record<Field, string>>,
  refusalFields: Readonly<Partial<Record<ErrorCode, Field>>>,
) {
  const [values, setValues] = useState(initial);
  const errors = useFormErrors<Field>();
  const fieldOf = (error: Error | null): Field | undefined => {
    const code = refusalCode(error);
    return code === null ? undefined : refusalFields[code];
  };
  const set = (name: Field, value: string) => {
    errors.clear(name);
    setValues((before) => ({ ...before, [name]: value }));
  };
  return {
    values,
    errors,
    set,
    fieldOf,
    /** Props of the input with that name. */
    field: (name: Field) => ({
      name,
      value: values[name],
      error: errors.of(name),
      onChange: (value: string) => set(name, value),
    }),
    /** Shows a refusal at its field, and takes away what was said of the submission before. */
    refused(error: Error): void {
      const refused = fieldOf(error);
      if (refused === undefined) errors.show({});
      else errors.showMessage(refused, error);
    },
    /** The message of an error that belongs to no field. */
    formProblem: (error: Error | null): string | null =>
      error === null || fieldOf(error) !== undefined ? null : problemText(error),
  };
}

export type FormFields<Field extends string> = ReturnType<typeof useFormFields<Field>>;
