import { type ReactNode, useState } from 'react';
import { useSettled } from '#web/platform/use-settled.ts';
import { Icon } from '#web/ui/picture/icon.tsx';
import { Field } from './field.tsx';

const searchAfterMs = 250;

/** What is typed, and what to search for: trimmed, once the typing rests. Empty: nothing is searched for. */
export function useSearch() {
  const [typed, onChange] = useState('');
  return { typed, onChange, search: useSettled(typed.trim(), searchAfterMs) };
}

interface SearchFieldProps extends Pick<ReturnType<typeof useSearch>, 'typed' | 'onChange'> {
  readonly label: string;
  readonly maxLength: number;
}

/** A field to search texts with; its state comes from `useSearch`. */
export function SearchField({ label, typed, onChange, maxLength }: SearchFieldProps): ReactNode {
  return (
    <search>
      <Field
        label={label}
        name="search"
        value={typed}
        onChange={onChange}
        maxLength={maxLength}
        trailing={<Icon name="search" size={20} />}
      />
    </search>
  );
}
