import { createListeners } from '../listeners.ts';
import { typedFields } from './typed-input.ts';

const workerPath = '/service-worker.js';
/** Browsers check for a new worker only when a page loads; an app that stays open is checked here. */
const checkEveryMs = 3600_000;

const listeners = createListeners();
let waiting: ServiceWorker | null = null;
let checkedAtMs = 0;

/** A newer version that is installed and waiting to be activated. */
export const appUpdate = {
  isReady: (): boolean => waiting !== null,
  subscribe: listeners.subscribe,
  /** Activates the newer version and reloads. The browser asks first when there is unsaved input. */
  take(): void {
    if (waiting === null) return;
    window.addEventListener('beforeunload', confirmUnsavedInput);
    if (waiting.state === 'installed') {
      navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
      waiting.postMessage({ kind: 'takeOver' });
    } else {
      // Already activated, here or in another tab, and the member cancelled the reload to keep unsaved input.
      window.location.reload();
    }
  },
};

function confirmUnsavedInput(event: BeforeUnloadEvent): void {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea');
  if ([...fields].some((field) => typedFields.has(field) && field.value !== '')) event.preventDefault();
}

/** Registers the service worker. Browsers without one, or that refuse it, go on without. */
export async function startWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    const registration = await navigator.serviceWorker.register(workerPath);
    watchRegistration(registration);
    const ready = await navigator.serviceWorker.ready;
    ready.active?.postMessage({ kind: 'keep', addresses: loadedFiles() });
  } catch {
    // Private windows and policies refuse it; everything else works.
  }
}

function watchRegistration(registration: ServiceWorkerRegistration): void {
  const follow = (worker: ServiceWorker | null) => {
    if (worker?.state === 'installed') announceUpdate(worker);
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') announceUpdate(worker);
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

/** The first worker on a phone replaces none, so there is no update to announce. */
function announceUpdate(worker: ServiceWorker): void {
  if (navigator.serviceWorker.controller === null) return;
  waiting = worker;
  listeners.notify();
}

/** Files this page loaded before the worker controlled it, which the worker therefore did not cache. */
function loadedFiles(): string[] {
  const addresses = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  return addresses
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname);
}
