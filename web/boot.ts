import { askAhead } from './platform/api/ask-ahead.ts';
import { languages } from './platform/i18n/registry.ts';
import { sayNotLoaded } from './platform/not-loaded.ts';
import { tabStorage } from './platform/session/storage.ts';
import { routeOf } from './routes.tsx';

const { first, reads, styles } = document.documentElement.dataset;
keepStyles(styles?.split(' ') ?? []);

const language = languages.find(({ locale }) => locale === tabStorage.getItem('locale')) ?? languages[0];

// The app, the first screen and its texts are asked for side by side: the page waits for one way to the server, not for two.
import('./main.tsx').catch(sayNotLoaded);

// The drawn screen is this member's: what it will ask for is known before its code has come.
if (first && reads && language) askAhead(reads.split(' '), language.locale);

const path = window.location.pathname === '/' ? '/homeTab' : window.location.pathname;
const asked = routeOf(path);
const isVisitor = tabStorage.getItem('username') === null;
const route = asked?.access === 'member' && isVisitor ? routeOf('/login') : asked;

for (const load of [language?.load, route?.firstTexts ? undefined : language?.loadMore, route?.page]) {
  // The app asks again, and tells when it stays without.
  load?.().catch(() => undefined);
}

/** The page brought these styles with it. As files they are fetched for later, and nothing waits for them. */
function keepStyles(addresses: readonly string[]): void {
  for (const href of addresses) {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, media: 'not all' });
    document.head.append(link);
  }
}
