import type { ReactNode } from 'react';
import { Field } from '#web/ui/form/field.tsx';
import { useConsoleText } from '../locale.ts';

interface StartMomentProps {
  /** Date and time on this device, as the field has them; empty: as soon as it is approved. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint: string;
}

/** From when on a change is to hold, product time. */
export function StartMoment({ value, onChange, hint }: StartMomentProps): ReactNode {
  const t = useConsoleText();
  return (
    <Field
      type="datetime-local"
      label={t('products.start')}
      name="from"
      value={value}
      onChange={onChange}
      hint={hint}
    />
  );
}

/** The moment as the contract takes it: milliseconds since 1970, or nothing for as soon as it is approved. */
export function startOf(value: string): { readonly from?: string } {
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? {} : { from: String(moment) };
}
