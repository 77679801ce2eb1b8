import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';

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
  return (
    <Link to={to} viewTransition className={className} aria-label={label} aria-current={current ? 'page' : undefined}>
      {children}
    </Link>
  );
}

/** Goes to a path of the app; the page change slides. */
export function useGo(): (to: string, options?: { readonly replace?: boolean }) => void {
  const navigate = useNavigate();
  return (to, options) => void navigate(to, { viewTransition: true, ...options });
}

/** Goes back where the member came from, or to `fallback` when the app was opened on this page. */
export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate();
  return () => {
    const cameFromApp = (window.history.state as { readonly idx?: number } | null)?.idx ?? 0;
    if (cameFromApp > 0) void navigate(-1);
    else void navigate(fallback, { viewTransition: true, replace: true });
  };
}
