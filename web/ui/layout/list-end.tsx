import { type ReactNode, useEffect, useRef } from 'react';
import styles from './list-end.module.css';

interface ListEndProps {
  readonly more: boolean;
  readonly loading: boolean;
  readonly onReach: () => void;
  readonly loadingText: string;
  readonly endText: string;
}

/** Loads the next page one screen before the end of the list is reached. */
export function ListEnd({ more, loading, onReach, loadingText, endText }: ListEndProps): ReactNode {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = end.current;
    if (!element || !more || loading) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReach(), {
      rootMargin: '600px 0px',
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  });
  return (
    <div ref={end} className={styles.end} role="status">
      {loading ? loadingText : more ? '' : endText}
    </div>
  );
}
