const firstMs = 1_000;
const longestMs = 30_000;

/**
 * Repeats `attempt` until it resolves to true: at growing intervals while the page is visible, and at once when the network is back or
 * the page is looked at again. Returns a function that stops it.
 */
export function retryUntil(attempt: () => Promise<boolean>): () => void {
  let isOver = false;
  let isRunning = false;
  let waitMs = firstMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    window.removeEventListener('online', soon);
    document.removeEventListener('visibilitychange', whenVisible);
  }

  async function run(): Promise<void> {
    if (isOver || isRunning) return;
    isRunning = true;
    clearTimeout(timer);
    if (await attempt().catch(() => false)) stop();
    isRunning = false;
    if (isOver || document.visibilityState === 'hidden') return;
    timer = setTimeout(() => void run(), waitMs);
    waitMs = Math.min(longestMs, waitMs * 2);
  }

  function soon(): void {
    waitMs = firstMs;
    void run();
  }

  function whenVisible(): void {
    if (document.visibilityState === 'visible') soon();
  }

  window.addEventListener('online', soon);
  document.addEventListener('visibilitychange', whenVisible);
  timer = setTimeout(() => void run(), waitMs);
  return stop;
}
