import type { ReactNode } from 'react';
import { Icon, type IconName } from '../picture/icon.tsx';
import styles from './icon-button.module.css';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}

export function IconButton({ icon, label, onClick }: IconButtonProps): ReactNode {
  return (
    <button type="button" className={styles.button} onClick={onClick} aria-label={label}>
      <Icon name={icon} size={20} />
    </button>
  );
}
