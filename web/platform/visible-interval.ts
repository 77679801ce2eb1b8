import { useEffect, useReducer } from 'react';

/** Draws the component again every `intervalMs` while the page can be seen: for ages and progress. */
export function useRedrawEvery(intervalMs: number): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  useVisibleInterval(redraw, intervalMs);
}

/** Calls `act` every `intervalMs` while the page can be seen and the component is on it. */
export function useVisibleInterval(act: () => void, intervalMs: number): void {
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const follow = () => {
      clearInterval(timer);
      if (document.visibilityState === 'visible') timer = setInterval(act, intervalMs);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', follow);
    };
  }, [act, intervalMs]);
}
