import type { ReactNode } from 'react';
import { ConfirmButton, type ConfirmButtonProps } from '#web/ui/overlay/confirm-button.tsx';
import { useConsoleText } from '../locale.ts';

/** A button for what cannot be undone and takes no reason: a dialog asks once more. */
export function Confirm<Result, Input>({
  label,
  children,
  kind = 'quiet',
  ...act
}: Omit<ConfirmButtonProps<Result, Input>, 'title' | 'cancel' | 'inline'>): ReactNode {
  return (
    <ConfirmButton inline kind={kind} label={label} title={label} cancel={useConsoleText()('shell.cancel')} {...act}>
      <p>{children}</p>
    </ConfirmButton>
  );
}
