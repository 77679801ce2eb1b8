import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../form/button.tsx';
import { Note } from './note.tsx';
import { outcomeToasts } from './outcome-toasts.ts';

interface WaitingNoteProps<Input> {
  readonly title?: string;
  /** Label of the button that cancels the change. */
  readonly action: string;
  readonly cancelling: UseMutationResult<{ readonly message: string }, Error, Input>;
  readonly input: Input;
  readonly children: ReactNode;
}

/** A change that has not taken effect yet, and can still be cancelled. */
export function WaitingNote<Input>({ title, action, cancelling, input, children }: WaitingNoteProps<Input>): ReactNode {
  return (
    <Note
      kind="warning"
      {...(title !== undefined && { title })}
      action={
        <Button
          inline
          kind="outline"
          busy={cancelling.isPending}
          onClick={() => cancelling.mutate(input, outcomeToasts)}
        >
          {action}
        </Button>
      }
    >
      {children}
    </Note>
  );
}
