import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { IconButton } from '../form/icon-button.tsx';
import styles from './motion-button.module.css';

interface MotionButtonProps {
  readonly running: boolean;
  readonly onToggle: (running: boolean) => void;
}

/** Pauses and resumes animation (WCAG 2.2.2). */
export function MotionButton({ running, onToggle }: MotionButtonProps): ReactNode {
  const t = useText();
  return (
    <span className={styles.place}>
      <IconButton
        icon={running ? 'pause' : 'play'}
        label={t(running ? 'homeMore.pause' : 'homeMore.play')}
        onClick={() => onToggle(!running)}
      />
    </span>
  );
}
