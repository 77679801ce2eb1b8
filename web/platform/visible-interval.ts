import { useEffect, useReducer } from 'react';

/** Re-renders every `intervalMs` while the page is visible: for ages and progress. */
export function useRedrawEvery(intervalMs: number): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useVisibleInterval(redraw, intervalMs);
}

/** Calls `act` every `intervalMs` while the page is visible and the component is mounted; null stops it. */
export function useVisibleInterval(act: () => void, intervalMs: number | null): void {
  useEffect(() => (intervalMs === null ? undefined : repeatWhileVisible(act, intervalMs, document)), [act, intervalMs]);
}

/** The part of the document that is used; tests pass their own. */
type Visibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/** Calls `act` every `intervalMs` while the page is visible; returns a function that stops it. */
export function repeatWhileVisible(act: () => void, intervalMs: number, page: Visibility): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  const follow = () => {
    clearInterval(timer);
    if (page.visibilityState === 'visible') timer = setInterval(act, intervalMs);
  };
  follow();
  page.addEventListener('visibilitychange', follow);
  return () => {
    clearInterval(timer);
    page.removeEventListener('visibilitychange', follow);
  };
}
