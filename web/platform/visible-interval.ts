import { useEffect, useReducer } from 'react';

/** Draws the component again every `intervalMs` while the page can be seen: for ages and progress. */
export function useRedrawEvery(intervalMs: number): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useVisibleInterval(redraw, intervalMs);
}

/** Calls `act` every `intervalMs` while the page can be seen and the component is on it; null stops it. */
export function useVisibleInterval(act: () => void, intervalMs: number | null): void {
  useEffect(() => (intervalMs === null ? undefined : repeatWhileVisible(act, intervalMs, document)), [act, intervalMs]);
}

/** What is needed of the document; the tests bring their own. */
type Visibility = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;

/** Calls `act` every `intervalMs` while the page can be seen, until the returned function is called. */
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
