import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { Button } from '../form/button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmButtonProps<Result, Input> {
  /** Label of the button, and of the same act in the dialog. */
  readonly label: string;
  readonly title: string;
  /** Label of the way back. */
  readonly cancel: string;
  readonly kind?: 'outline' | 'quiet';
  readonly inline?: boolean;
  readonly mutation: UseMutationResult<Result, Error, Input>;
  readonly input: Input;
  readonly onDone?: () => void;
  /** What is about to happen, in the dialog. */
  readonly children: ReactNode;
}

/** A button that asks before it acts: the dialog stays open for a failure, and closes with success. */
export function ConfirmButton<Result, Input>({
  label,
  title,
  cancel,
  kind = 'outline',
  inline = false,
  mutation,
  input,
  onDone,
  children,
}: ConfirmButtonProps<Result, Input>): ReactNode {
  const [isAsking, setAsking] = useState(false);
  // What was shown when the question was asked, whatever is read again behind it.
  const [asked, setAsked] = useState(() => input);
  const problem = mutation.error && problemText(mutation.error);
  const ask = () => {
    mutation.reset();
    setAsked(() => input);
    setAsking(true);
  };
  const close = () => setAsking(false);
  const confirm = () =>
    mutation.mutate(asked, {
      onSuccess: () => {
        close();
        onDone?.();
      },
    });
  return (
    <>
      <Button kind={kind} inline={inline} onClick={ask}>
        {label}
      </Button>
      <Dialog
        open={isAsking}
        title={title}
        onClose={close}
        actions={[
          { label, onPress: confirm, busy: mutation.isPending },
          { label: cancel, onPress: close, kind: 'quiet' },
        ]}
      >
        {children}
        {problem ? <p role="alert">{problem}</p> : null}
      </Dialog>
    </>
  );
}
