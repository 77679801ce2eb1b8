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
  /** `shown`: the hash as it was when the dialog opened. */
  readonly inputOf: (reason: string, shown: string) => Input;
  /** Of what the act is about: what a colleague makes of it behind the open dialog was not read. */
  readonly hash?: string;
  readonly done: string;
  readonly onDone?: (result: Result) => void;
  readonly kind?: 'primary' | 'outline';
  /** Asked before the dialog opens: what is not ready says so in its place. */
  readonly isReady?: () => boolean;
  /** Called as the dialog opens and closes. */
  readonly onTurn?: (isOpen: boolean) => void;
}

/** A button for an act that is recorded: a dialog asks for the reason before anything happens. */
export function Act<Input, Result>({
  label,
  children,
  reasons,
  mutation,
  inputOf,
  hash = '',
  done,
  onDone,
  kind = 'outline',
  isReady = () => true,
  onTurn,
}: ActProps<Input, Result>): ReactNode {
  const t = useConsoleText();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState(reasons?.[0]?.value ?? '');
  const [shown, setShown] = useState(hash);
  const turn = (open: boolean) => {
    setOpen(open);
    onTurn?.(open);
  };
  const close = () => turn(false);
  const open = () => {
    if (!isReady()) return;
    mutation.reset();
    setReason(reasons?.[0]?.value ?? '');
    setShown(hash);
    turn(true);
  };
  const act = () =>
    mutation.mutate(inputOf(reason.trim(), shown), {
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
