import { type ReactNode, useId } from 'react';
import { Button } from '../form/button.tsx';
import styles from './dialog.module.css';
import { useModal } from './modal.ts';

interface DialogAction {
  readonly label: string;
  readonly onPress: () => void;
  readonly kind?: 'primary' | 'outline' | 'quiet';
  readonly busy?: boolean;
}

interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Called on Escape; without it the member must choose one of the actions. */
  readonly onClose?: (() => void) | undefined;
  readonly actions: readonly DialogAction[];
  /** Screen readers read alerts at once. */
  readonly alert?: boolean;
  readonly children?: ReactNode;
}

export function Dialog({ open, title, onClose, actions, alert = false, children }: DialogProps): ReactNode {
  const dialog = useModal(open);
  const titleId = useId();
  const bodyId = useId();
  // A browser closes it on a repeated Escape or back gesture, whatever `cancel` says: it is opened again.
  const stay = () => {
    if (open) dialog.current?.showModal();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-describedby={bodyId}
      onCancel={(event) => onClose === undefined && event.preventDefault()}
      onClose={onClose ?? stay}
    >
      {open ? (
        <div className={styles.panel}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <div id={bodyId} className={styles.body}>
            {children}
          </div>
          <div className={styles.actions}>
            {quietFirst(actions).map(({ label, onPress, kind = 'primary', busy = false }) => (
              <Button key={label} kind={kind} onClick={onPress} busy={busy}>
                {label}
              </Button>
            ))}
          </div>
        </div>
      ) : null}
    </dialog>
  );
}

/** Cancel on the left, the action on the right, in every dialog. */
function quietFirst(actions: readonly DialogAction[]): readonly DialogAction[] {
  return actions.toSorted((one, other) => Number(other.kind === 'quiet') - Number(one.kind === 'quiet'));
}
