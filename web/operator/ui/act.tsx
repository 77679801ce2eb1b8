import type { UseMutationResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { problemText } from '#web/platform/api/problem-text.ts';
import { showToast } from '#web/ui/feedback/toast.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { Field } from '#web/ui/form/field.tsx';
import { Dialog } from '#web/ui/overlay/dialog.tsx';
import { useConsoleText } from '../locale.ts';
import { Select } from './select.tsx';

const reasonLengthMax = 200;

interface ActProps<Input, Result> {
  readonly label: string;
  /** What is about to happen, in the dialog. */
  readonly children: ReactNode;
  /** The only reasons there are; free text when left out. */
  readonly reasons?: readonly { readonly value: string; readonly label: string }[];
  readonly mutation: UseMutationResult<Result, Error, Input>;
  readonly inputOf: (reason: string) => Input;
  readonly done: string;
  readonly onDone?: (result: Result) => void;
  readonly kind?: 'primary' | 'outline';
}

/** A button for an act that is recorded: a dialog asks for the reason before anything happens. */
export function Act<Input, Result>({
  label,
  children,
  reasons,
  mutation,
  inputOf,
  done,
  onDone,
  kind = 'outline',
}: ActProps<Input, Result>): ReactNode {
  const t = useConsoleText();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState(reasons?.[0]?.value ?? '');
  // What was read when the dialog opened: behind it a colleague may change what this is about, which the server has to see.
  const [asked, setAsked] = useState(() => inputOf);
  const close = () => setOpen(false);
  const open = () => {
    mutation.reset();
    setReason(reasons?.[0]?.value ?? '');
    setAsked(() => inputOf);
    setOpen(true);
  };
  const act = () =>
    mutation.mutate(asked(reason.trim()), {
      onSuccess: (result) => {
        close();
        showToast(done, 'success');
        onDone?.(result);
      },
    });
  return (
    <>
      <Button inline kind={kind} onClick={open}>
        {label}
      </Button>
      <Dialog
        open={isOpen}
        title={label}
        onClose={close}
        actions={[
          { label: t('shell.cancel'), kind: 'quiet', onPress: close },
          { label, onPress: act, busy: mutation.isPending },
        ]}
      >
        <div>{children}</div>
        {reasons === undefined ? (
          <Field
            label={t('shell.reason')}
            name="reason"
            value={reason}
            onChange={setReason}
            maxLength={reasonLengthMax}
            error={mutation.error === null ? undefined : problemText(mutation.error)}
          />
        ) : (
          <>
            <Select label={t('shell.reason')} value={reason} options={reasons} onChange={setReason} />
            {mutation.error === null ? null : <p role="alert">{problemText(mutation.error)}</p>}
          </>
        )}
      </Dialog>
    </>
  );
}
