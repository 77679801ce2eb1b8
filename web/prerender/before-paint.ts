import { localeOf, locales } from '#contract/locale.ts';
import { sayNotLoaded } from '../platform/not-loaded.ts';
import { tabStorage } from '../platform/session/storage.ts';
import { themeStore } from '../platform/theme.ts';

/** Put in by the build: the address of `boot.ts`. */
declare const bootAddress: string;

/** In a browser that paints nothing, or does not report it, the app starts after this long. */
const paintTimeoutMs = 500;

// Runs inside the page, before its body: the only script of the first paint.
const { documentElement: page } = document;
page.dataset.theme = themeStore.theme();
if (fits()) page.dataset.prerendered = 'shown';

afterFirstPaint(() => {
  import(/* @vite-ignore */ bootAddress).catch(sayNotLoaded);
});

/**
 * The server chose the screen by its cookies; this tab knows its member and its language. Where they differ the mark stands
 * until the app does.
 */
function fits(): boolean {
  const { locale, path, access } = page.dataset;
  if (locale !== (localeOf(tabStorage.getItem('locale')) ?? locales[0])) return false;
  const isVisitor = tabStorage.getItem('username') === null;
  const here = window.location.pathname.toLowerCase().replace(/(.)\/$/, '$1');
  // Another page's screen is the login, to which visitors are sent.
  return path === (here === '/' ? '/hometab' : here) ? access === 'public' || !isVisitor : isVisitor;
}

/** Calls `start` once the first paint is on the screen, so that no script can delay it. */
function afterFirstPaint(start: () => void): void {
  let isStarted = false;
  const startOnce = () => {
    if (isStarted) return;
    isStarted = true;
    start();
  };
  // A page in the background is not painted.
  if (document.visibilityState === 'hidden') {
    startOnce();
    return;
  }
  try {
    const observer = new PerformanceObserver((paints) => {
      if (paints.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      startOnce();
    });
    observer.observe({ type: 'paint', buffered: true });
  } finally {
    setTimeout(startOnce, paintTimeoutMs);
  }
}
