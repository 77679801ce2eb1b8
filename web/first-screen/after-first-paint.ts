/** A browser that paints nothing, or does not tell, is waited for no longer. */
const paintWithinMs = 500;

/** Calls `act` once the first paint is on the screen, so that nothing that runs can delay it. */
export function afterFirstPaint(act: () => void): void {
  let isDone = false;
  const once = () => {
    if (isDone) return;
    isDone = true;
    act();
  };
  // A page in the background is not painted.
  if (document.visibilityState === 'hidden') {
    once();
    return;
  }
  try {
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      once();
    });
    observer.observe({ type: 'paint', buffered: true });
  } finally {
    setTimeout(once, paintWithinMs);
  }
}
