import { NotLoadedPage } from './pages/not-loaded.tsx';
import { codeOf } from './pages.ts';
import { localeStore } from './platform/i18n/locale-store.ts';
import { loadPage } from './platform/navigation/load-page.ts';
import type { Page, PageNavigator } from './platform/navigation/navigation.tsx';
import { createNavigator, type Destination } from './platform/navigation/navigator.ts';
import { changePage } from './platform/navigation/page-change.ts';
import { loginPath, returnPath } from './platform/navigation/return-path.ts';
import { retryUntil } from './platform/retry-until.ts';
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
  void start(navigator);
  return navigator;
}

/** A member's page waits until a new tab knows whether its browser is signed in; a public one does not. */
async function start(navigator: PageNavigator): Promise<void> {
  const { pathname } = window.location;
  const restored = session.username() === null ? restoreSession() : true;
  if (routeOf(pathname)?.access !== 'public') await restored;
  void navigator.follow();
  if (!(await restored)) retryUntil(() => restoreLater(navigator));
}

/** The server could not be asked, and the login was shown. Over once it was, or a member has signed in meanwhile. */
async function restoreLater(navigator: PageNavigator): Promise<boolean> {
  const isKnown = session.username() !== null || (await restoreSession());
  const { pathname, search } = window.location;
  if (session.username() !== null && pathname === '/login') void navigator.go(returnPath(search), { replace: true });
  return isKnown;
}

function destination(path: string, search: string): Destination<Page> {
  if (path === '/') return { redirect: '/homeTab' };
  const route = routeOf(path);
  if (route === undefined) return { order: null, load: () => loadPage(notFound) };
  if (route.access === 'member' && session.username() === null) return { redirect: loginPath(path + search) };
  return { order: route.order, load: () => loadPage(() => pageWithTexts(route)) };
}

async function pageWithTexts({ page, firstTexts = false }: Route): Promise<Page> {
  const [{ Page }] = await Promise.all([codeOf(page), firstTexts ? null : localeStore.loadMore()]);
  return Page;
}

async function restoreSession(): Promise<boolean> {
  const { restoreSession: restore } = await loadPage(() => import('./platform/api/restore-session.ts'));
  return restore();
}

const notFound = async () => (await import('./pages/not-found.tsx')).NotFoundPage;
