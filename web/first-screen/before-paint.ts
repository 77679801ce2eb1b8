import { localeOf, locales } from '#contract/locale.ts';
import { sayNotLoaded } from '../platform/not-loaded.ts';
import { tabStorage } from '../platform/session/storage.ts';
import { themeStore } from '../platform/theme.ts';
import { afterFirstPaint } from './after-first-paint.ts';

/** Put in by the build: the address of `boot.ts`. */
declare const bootAddress: string;

// Runs inside the page, before its body: the only script of the first paint.
const { documentElement: page } = document;
page.dataset.theme = themeStore.theme();
if (fits()) page.dataset.first = 'screen';

afterFirstPaint(() => {
  import(/* @vite-ignore */ bootAddress).catch(sayNotLoaded);
});

/**
 * The server chose the screen by its cookies; this tab knows its member and its language. Where they differ the mark stands
 * until the app does.
 */
function fits(): boolean {
  const { locale, path, reader } = page.dataset;
  if (locale !== (localeOf(tabStorage.getItem('locale')) ?? locales[0])) return false;
  const isVisitor = tabStorage.getItem('username') === null;
  const here = window.location.pathname.toLowerCase().replace(/(.)\/$/, '$1');
  // Another page's screen is the login, to which visitors are sent.
  return path === (here === '/' ? '/hometab' : here) ? reader === 'anybody' || !isVisitor : isVisitor;
}
