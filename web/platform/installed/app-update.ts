const workerPath = '/service-worker.js';
/** The browser looks for a new version at every page load; an app that stays open is looked after here. */
const checkEveryMs = 3600_000;

const listeners = new Set<() => void>();
let waiting: ServiceWorker | null = null;
let checkedAtMs = 0;

/** A newer version that has been fetched and waits to be taken. */
export const appUpdate = {
  isReady: (): boolean => waiting !== null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Changes to the newer version and opens the page again in it. Where something is typed, the browser asks before. */
  take(): void {
    if (waiting === null) return;
    window.addEventListener('beforeunload', askWhereTyped);
    if (waiting.state === 'installed') {
      navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
      waiting.postMessage({ kind: 'takeOver' });
    } else {
      // It was taken before, here or in another tab, and the member stayed for what was typed.
      window.location.reload();
    }
  },
};

/** Fields that the member typed into since the page was opened. */
const typed = new WeakSet<EventTarget>();

function askWhereTyped(event: BeforeUnloadEvent): void {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  if ([...fields].some((field) => typed.has(field) && field.value !== '')) event.preventDefault();
}

/** From now on it is known which fields the member typed into: a new version is not taken over them unasked. */
export function rememberTyping(): void {
  document.addEventListener('input', ({ target }) => target && typed.add(target));
}

/** Starts what opens Clearlot without a network. A browser that has no such thing, or refuses it, does without. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(workerPath);
    watch(registration);
    const ready = await navigator.serviceWorker.ready;
    ready.active?.postMessage({ kind: 'keep', addresses: loadedFiles() });
  } catch {
    // Private windows and policies refuse it; everything else works as before.
  }
}

function watch(registration: ServiceWorkerRegistration): void {
  const follow = (worker: ServiceWorker | null) => {
    if (worker?.state === 'installed') offer(worker);
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offer(worker);
    });
  };
  follow(registration.waiting);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAtMs < checkEveryMs) return;
    checkedAtMs = Date.now();
    registration.update().catch(() => undefined);
  });
}

/** The first worker of a phone replaces nothing: there is no news in it. */
function offer(worker: ServiceWorker): void {
  if (navigator.serviceWorker.controller === null) return;
  waiting = worker;
  for (const listener of listeners) listener();
}

/** What this page needed so far, its language included: fetched before the worker was there to see it. */
function loadedFiles(): string[] {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  return addresses
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
}
