import { type Route, routes } from '#web/routes.ts';

/** The screens, from the web app's routes: new ones are covered at once. */
export function openScreens(): readonly Pick<Route, 'path' | 'access'>[] {
  return routes;
}
