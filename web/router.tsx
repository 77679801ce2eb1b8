import { NotLoadedPage } from './pages/not-loaded.tsx';
import { pages } from './pages.ts';
import { localeStore } from './platform/i18n/locale-store.ts';
import { loadPage } from './platform/navigation/load-page.ts';
import type { Page, PageNavigator } from './platform/navigation/navigation.tsx';
import { createNavigator, type Destination } from './platform/navigation/navigator.ts';
import { changePage } from './platform/navigation/page-change.ts';
import { loginPath } from './platform/navigation/return-path.ts';
import { session } from './platform/session/session.ts';
import { type Route, routeOf } from './routes.ts';

/** Opens the address bar's page and follows popstate. */
export function startNavigation(): PageNavigator {
  const navigator = createNavigator<Page>({
    destination,
    notLoaded: NotLoadedPage,
    history: window.history,
    location: () => window.location,
    scroll: () => window.scrollY,
    scrollTo: (top) => window.scrollTo(0, top),
    change: changePage,
  });
  window.history.scrollRestoration = 'manual';
  window.addEventListener('popstate', () => void navigator.follow());
  void navigator.follow();
  return navigator;
}

function destination(path: string, search: string): Destination<Page> {
  if (path === '/') return { redirect: '/homeTab' };
  const route = routeOf(path);
  if (route === undefined) return { order: null, load: () => loadPage(notFound) };
  if (route.access === 'member' && session.username() === null) return { redirect: loginPath(path + search) };
  return { order: route.order, load: () => loadPage(() => pageWithTexts(route)) };
}

async function pageWithTexts({ page, firstTexts = false }: Route): Promise<Page> {
  const [{ Page }] = await Promise.all([pages[page](), firstTexts ? null : localeStore.loadMore()]);
  return Page;
}

const notFound = async () => (await import('./pages/not-found.tsx')).NotFoundPage;
