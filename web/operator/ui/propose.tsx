import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Field } from '#web/ui/form/field.tsx';
import { useConsoleText } from '../locale.ts';
import { Act } from './act.tsx';
import styles from './layout.module.css';

interface ProposeProps<Input, Result> {
  readonly label: string;
  /** What is about to happen, in the dialog. */
  readonly children: ReactNode;
  readonly mutation: UseMutationResult<Result, Error, Input>;
  readonly changeOf: () => Omit<Input, 'from' | 'reason'>;
  /** Below the moment. */
  readonly hint: string;
  readonly onDone: () => void;
}

/** From when on a change is to hold, product time, and the button that asks for it: it waits for a second operator then. */
export function Propose<Input, Result>({
  label,
  children,
  mutation,
  changeOf,
  hint,
  onDone,
}: ProposeProps<Input, Result>): ReactNode {
  const t = useConsoleText();
  // Date and time on this device, as the field has them; empty: as soon as it is approved.
  const [start, setStart] = useState('');
  // Refused for a date without a time, or the reverse.
  const [isHalf, setHalf] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const check = () => {
    // A browser gives a date without its time as an empty value, and reports no input while it is filled in.
    const input = box.current?.querySelector('input');
    const isBad = input?.validity.badInput === true;
    setHalf(isBad);
    if (isBad) input.focus();
    return !isBad;
  };
  return (
    <>
      <div ref={box}>
        <Field
          type="datetime-local"
          label={t('products.start')}
          name="from"
          value={start}
          onChange={(text) => {
            setHalf(false);
            setStart(text);
          }}
          hint={hint}
          error={isHalf ? t('products.startHalf') : undefined}
        />
      </div>
      <div className={styles.acts}>
        <Act
          label={label}
          isReady={check}
          mutation={mutation}
          inputOf={(reason) => ({ ...changeOf(), ...startOf(start), reason }) as Input}
          done={t('products.proposed')}
          onDone={onDone}
        >
          {children}
        </Act>
      </div>
    </>
  );
}

/** The moment as the contract takes it: milliseconds since 1970, or nothing for as soon as it is approved. */
export function startOf(value: string): { readonly from?: string } {
  const moment = Date.parse(value);
  return Number.isNaN(moment) ? {} : { from: String(moment) };
}
