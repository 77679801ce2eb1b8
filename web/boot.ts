import { codeOf } from './pages.ts';
import { preloadReads } from './platform/api/preload.ts';
import { languages } from './platform/i18n/registry.ts';
import { visitLocale } from './platform/i18n/visit-locale.ts';
import { showNotLoaded } from './platform/not-loaded.ts';
import { tabStorage } from './platform/session/storage.ts';
import { routeOf } from './routes.ts';

const { coin, path: screen, prerendered, reads, styles } = document.documentElement.dataset;
keepStyles(styles?.split(' ') ?? []);

const locale = visitLocale();
const language = languages.find((each) => each.locale === locale);

// The app, the first page and its texts are requested in parallel: one round trip instead of two.
import('./main.tsx').catch(showNotLoaded);

// The prerendered screen is this member's: its reads are known before its code has come.
if (prerendered && reads) preloadReads((coin ? reads.replaceAll('ETH', coin) : reads).split(' '), locale);
if (tabStorage.getItem('username') === null) preloadReads(['/api/user/loginstate'], locale);

const path = window.location.pathname === '/' ? '/homeTab' : window.location.pathname;
const addressed = routeOf(path);
// Without a session cookie the server sends the login's screen for a member's page.
const route = addressed?.access === 'member' && screen === '/login' ? routeOf(screen) : addressed;

for (const load of [
  language?.load,
  route?.firstTexts ? undefined : language?.loadMore,
  route && (() => codeOf(route.page)),
]) {
  // The app retries, and shows a failure that stays.
  load?.().catch(() => undefined);
}

/** The page carries these styles inline. Fetched as files too, without blocking, they are cached for the pages that follow. */
function keepStyles(addresses: readonly string[]): void {
  const links = addresses.map((href) =>
    Object.assign(document.createElement('link'), { rel: 'stylesheet', href, media: 'not all' }),
  );
  document.head.append(...links);
}
