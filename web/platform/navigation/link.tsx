import type { MouseEvent, ReactNode } from 'react';
import { useNavigator } from './navigation.tsx';

interface GoProps {
  readonly to: string;
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  /** Whether it links to the current page. */
  readonly current?: boolean;
  readonly children: ReactNode;
}

/** A link within the app, without a page load. */
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

/** Navigates to a path of the app. */
export function useGo(): (to: string, options?: { readonly replace?: boolean }) => void {
  const navigator = useNavigator();
  return (to, options) => void navigator.go(to, options);
}

/** Navigates to a path of the app from the page that is shown: once the member has left that or has chosen another, a late answer leads nowhere. */
export function useGoFromHere(): ReturnType<typeof useGo> {
  const navigator = useNavigator();
  const here = navigator.shown()?.location;
  return (to, options) => {
    const now = navigator.shown()?.location;
    if (navigator.loading() || now?.index !== here?.index || now?.path !== here?.path) return;
    void navigator.go(to, options);
  };
}

/** Goes back in the history, or to `fallback` when the app was opened on this page. */
export function useGoBack(fallback: string): () => void {
  const navigator = useNavigator();
  return () => navigator.back(fallback);
}

/** Modified and middle clicks are left to the browser: new tabs, downloads. */
function plainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
}
