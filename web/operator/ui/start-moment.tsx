import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Field } from '#web/ui/form/field.tsx';
import { useConsoleText } from '../locale.ts';

interface Start {
  /** Date and time on this device, as the field has them; empty: as soon as it is approved. */
  readonly value: string;
  /** Whether the field was refused for having a date without a time, or the reverse. */
  readonly isHalf: boolean;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly onChange: (value: string) => void;
  /** Whether the field can be sent; marks it where it cannot. */
  readonly check: () => boolean;
}

export function useStart(): Start {
  const [value, setValue] = useState('');
  const [isHalf, setHalf] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  return {
    value,
    isHalf,
    box,
    onChange(text) {
      setHalf(false);
      setValue(text);
    },
    check() {
      // A browser gives a date without its time as an empty value, and reports no input while it is filled in.
      const input = box.current?.querySelector('input');
      const isBad = input?.validity.badInput === true;
      setHalf(isBad);
      if (isBad) input.focus();
      return !isBad;
    },
  };
}

interface StartMomentProps {
  readonly start: Start;
  readonly hint: string;
}

/** From when on a change is to hold, product time. */
export function StartMoment({ start: { value, isHalf, box, onChange }, hint }: StartMomentProps): ReactNode {
  const t = useConsoleText();
  return (
    <div ref={box}>
      <Field
        type="datetime-local"
        label={t('products.start')}
        name="from"
        value={value}
        onChange={onChange}
        hint={hint}
        error={isHalf ? t('products.startHalf') : undefined}
      />
    </div>
  );
}

/** The moment as the contract takes it: milliseconds since 1970, or nothing for as soon as it is approved. */
export function startOf(value: string): { readonly from?: string } {
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? {} : { from: String(moment) };
}
