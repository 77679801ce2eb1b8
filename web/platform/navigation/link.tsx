import type { MouseEvent, ReactNode } from 'react';
import { useNavigator } from './navigation.tsx';

interface GoProps {
  readonly to: string;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  /** The link to the page that is open. */
  readonly current?: boolean;
  readonly children: ReactNode;
}

/** A link inside the app; the page change slides. */
export function Go({ to, className, label, current = false, children }: GoProps): ReactNode {
  const navigator = useNavigator();
  const follow = (event: MouseEvent) => {
    if (!plainClick(event)) return;
    event.preventDefault();
    void navigator.go(to);
  };
  return (
    <a href={to} className={className} aria-label={label} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}

/** Goes to a path of the app; the page change slides. */
export function useGo(): (to: string, options?: { readonly replace?: boolean }) => void {
  const navigator = useNavigator();
  return (to, options) => void navigator.go(to, options);
}

/** Goes back where the member came from, or to `fallback` when the app was opened on this page. */
export function useGoBack(fallback: string): () => void {
  const navigator = useNavigator();
  return () => navigator.back(fallback);
}

/** Anything else is the browser's: a new tab, a download. */
function plainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
