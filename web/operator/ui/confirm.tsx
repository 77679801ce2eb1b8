import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmButton } from '#web/ui/overlay/confirm-button.tsx';
import { useConsoleText } from '../locale.ts';

interface ConfirmProps<Result, Input> {
  readonly label: string;
  /** What is about to happen, in the dialog. */
  readonly children: ReactNode;
  readonly mutation: UseMutationResult<Result, Error, Input>;
  readonly input: Input;
  readonly onDone?: () => void;
  readonly kind?: 'outline' | 'quiet';
}

/** A button for what cannot be undone and takes no reason: a dialog asks once more. */
export function Confirm<Result, Input>({
  label,
  children,
  kind = 'quiet',
  ...act
}: ConfirmProps<Result, Input>): ReactNode {
  return (
    <ConfirmButton inline kind={kind} label={label} title={label} cancel={useConsoleText()('shell.cancel')} {...act}>
      <p>{children}</p>
    </ConfirmButton>
  );
}
