import { createBrowserRouter, type RouteObject, redirect } from 'react-router';
import { BrokenPage } from './pages/broken.tsx';
import { loadPage } from './platform/navigation/load-page.ts';
import { loginPath } from './platform/navigation/return-path.ts';
import { slideBetween } from './platform/navigation/slide.ts';
import { session } from './platform/session/session.ts';
import { type PageRoute, routeOf, routes } from './routes.tsx';
import { LoadingFrame, Shell } from './shell.tsx';

/** The app's router; every change of page carries the direction in which the screens slide. */
export function createRouter(): ReturnType<typeof createBrowserRouter> {
  const router = createBrowserRouter([
    {
      element: <Shell />,
      errorElement: <BrokenPage />,
      HydrateFallback: LoadingFrame,
      children: [
        { path: '/', loader: () => redirect('/homeTab') },
        ...routes.map(routeObject),
        { path: '*', lazy: lazily(notFound) },
      ],
    },
  ]);
  router.subscribe((_state, { viewTransitionOpts }) => {
    if (viewTransitionOpts === undefined) return;
    const { currentLocation, nextLocation } = viewTransitionOpts;
    document.documentElement.dataset.slide = slideBetween(
      routeOf(currentLocation.pathname)?.order ?? null,
      routeOf(nextLocation.pathname)?.order ?? null,
    );
  });
  return router;
}

function routeObject(route: PageRoute): RouteObject {
  return {
    path: route.path,
    errorElement: <BrokenPage />,
    lazy: lazily(route.page),
    handle: route.feature,
    ...(route.access === 'member' ? { loader: requireMember } : {}),
  };
}

const notFound: PageRoute['page'] = async () => (await import('./pages/not-found.tsx')).NotFoundPage;

const lazily = (page: PageRoute['page']) => async () => ({ Component: await loadPage(page) });

function requireMember({ request }: { readonly request: Request }): Response | null {
  if (session.username() !== null) return null;
  const { pathname, search } = new URL(request.url);
  return redirect(loginPath(pathname + search));
}

export type AppRouter = ReturnType<typeof createRouter>;
