import { type Route, routes } from '#web/routes.ts';

/** The screens that are open, from the web app's own list of routes: a new one is walked from its first day. */
export function openScreens(): readonly Pick<Route, 'path' | 'access'>[] {
  return routes.filter(({ page }) => page !== 'not-open');
}
