import { onlineManager } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { useText } from '#web/platform/i18n/text.ts';
import { useStore } from '#web/platform/use-store.ts';
import { Button } from '../form/button.tsx';
import { Icon, type IconName } from '../picture/icon.tsx';
import styles from './states.module.css';

interface SkeletonProps {
  readonly height: number;
  readonly width?: CSSProperties['width'];
  readonly radius?: number;
}

/** A placeholder in the size of what is loading, so that nothing moves when it arrives. */
export function Skeleton({ height, width = '100%', radius = 8 }: SkeletonProps): ReactNode {
  return <span className={styles.skeleton} style={{ height, width, borderRadius: radius }} aria-hidden="true" />;
}

interface EmptyStateProps {
  readonly icon: IconName;
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: { readonly label: string; readonly onPress: () => void };
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps): ReactNode {
  return (
    <div className={styles.state}>
      <span className={styles.drawing}>
        <Icon name={icon} size={28} />
      </span>
      <h2>{title}</h2>
      {children === undefined ? null : <div className={styles.text}>{children}</div>}
      {action === undefined ? null : (
        <Button inline kind="outline" onClick={action.onPress}>
          {action.label}
        </Button>
      )}
    </div>
  );
}

interface ErrorStateProps {
  /** The error in the member's language; a general sentence when left out. */
  readonly message?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

export function ErrorState({ message, onRetry }: ErrorStateProps): ReactNode {
  const t = useText();
  return (
    <div role="alert">
      <EmptyState
        icon="warning"
        title={t('shell.couldNotLoad')}
        {...(onRetry === undefined ? {} : { action: { label: t('shell.tryAgain'), onPress: onRetry } })}
      >
        {message ?? t('shell.nothingChanged')}
      </EmptyState>
    </div>
  );
}

/** Shown at the top while offline. */
export function OfflineBar(): ReactNode {
  const t = useText();
  const online = useStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  return (
    <div role="status">
      {online ? null : (
        <p className={styles.offline}>
          <Icon name="offline" size={16} />
          {t('shell.offline')}
        </p>
      )}
    </div>
  );
}
