import { languages } from './platform/i18n/registry.ts';
import { tabStorage } from './platform/session/storage.ts';
import { routeOf } from './routes.tsx';

// The app, the first screen and its texts are asked for side by side: the page waits for one way to the server, not for two.
import('./main.tsx').catch(() => {
  document.body.textContent = 'Clearlot could not be loaded. Check your connection and reload the page.';
});

const language = languages.find(({ locale }) => locale === tabStorage.getItem('locale')) ?? languages[0];
const path = window.location.pathname === '/' ? '/homeTab' : window.location.pathname;
const asked = routeOf(path);
const isVisitor = tabStorage.getItem('username') === null;
const route = asked?.access === 'member' && isVisitor ? routeOf('/login') : asked;

for (const load of [language?.load, route?.firstTexts ? undefined : language?.loadMore, route?.page]) {
  // The app asks again, and tells when it stays without.
  load?.().catch(() => undefined);
}
