import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '../style/class-names.ts';
import styles from './button.module.css';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onClick?: (() => void) | undefined;
  readonly kind?: 'primary' | 'outline' | 'quiet';
  readonly type?: 'button' | 'submit';
  /** Shows progress and ignores presses. */
  readonly busy?: boolean;
  readonly disabled?: boolean;
  /** As wide as its text instead of its container. */
  readonly inline?: boolean;
}

/** Keeps a form from being sent again, by Enter in a field as well. */
const ignore = (event: MouseEvent): void => event.preventDefault();

export function Button({
  children,
  onClick,
  kind = 'primary',
  type = 'button',
  busy = false,
  disabled = false,
  inline = false,
}: ButtonProps): ReactNode {
  return (
    <button
      type={type}
      className={classNames(styles.button, styles[kind], inline && styles.inline)}
      onClick={busy ? ignore : onClick}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy ? <span className={styles.spinner} aria-hidden="true" /> : null}
      {children}
    </button>
  );
}
