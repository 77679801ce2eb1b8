import type { ReactNode } from 'react';
import { Icon, type IconName } from '../picture/icon.tsx';
import styles from './icon-button.module.css';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
  readonly size?: number;
  /** For toggles. */
  readonly pressed?: boolean;
}

export function IconButton({ icon, label, onClick, size = 20, pressed }: IconButtonProps): ReactNode {
  return (
    <button type="button" className={styles.button} onClick={onClick} aria-label={label} aria-pressed={pressed}>
      <Icon name={icon} size={size} />
    </button>
  );
}
