import { visitLocale } from '../platform/i18n/visit-locale.ts';
import { showNotLoaded } from '../platform/not-loaded.ts';
import { tabStorage } from '../platform/session/storage.ts';
import { themeStore } from '../platform/theme.ts';
import { coinToShow } from './shown-coin.ts';

/** Defined by the build: the address of `boot.ts`. */
declare const bootAddress: string;

/** The app starts after this long even if the browser reports no paint. */
const paintTimeoutMs = 500;

// Inlined into the page's head: the only script before the first paint.
const { documentElement: page } = document;
page.dataset.theme = themeStore.theme();
if (fits()) page.dataset.prerendered = 'shown';
showCoin();

afterFirstPaint(() => {
  preloadScripts();
  import(/* @vite-ignore */ bootAddress).catch(showNotLoaded);
});

/**
 * The server picked the screen by cookies and Accept-Language; the tab may have a language of its own, or a member whose cookie is
 * gone. If they disagree, the brand mark is shown until the app renders.
 */
function fits(): boolean {
  const { locale, path } = page.dataset;
  if (locale !== visitLocale()) return false;
  const here = window.location.pathname.toLowerCase().replace(/(.)\/$/, '$1');
  // A screen of another path is the login, to which visitors are redirected.
  return path === (here === '/' ? '/hometab' : here) || tabStorage.getItem('username') === null;
}

/** All at once: an import finds those that a script imports only when it has arrived. */
function preloadScripts(): void {
  for (const href of page.dataset.scripts?.split(' ') ?? []) {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href });
    document.head.append(link);
  }
}

/** The trading screen was prerendered without its coin, and `boot.ts` reads what is of that coin. */
function showCoin(): void {
  const member = tabStorage.getItem('username');
  const coin = coinToShow(window.location.search, tabStorage.getItem('trading'), member);
  if (page.dataset.path !== '/tab1' || coin === null) return;
  page.dataset.coin = coin;
  page.style.setProperty('--coin', `"${coin}"`);
}

/** Calls `start` after the first paint, so that no script can delay it. */
function afterFirstPaint(start: () => void): void {
  let isStarted = false;
  const startOnce = () => {
    if (isStarted) return;
    isStarted = true;
    start();
  };
  // Background pages are not painted.
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
