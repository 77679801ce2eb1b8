import type { Rolldown } from 'vite';
import type { Route } from '../routes.ts';
import { neededBy } from './bundle-files.ts';

/** What every page of the app begins with. */
export const entryModules: readonly string[] = ['boot.ts', 'main.tsx'];

/** The module of a route's page, by its path in `web/`. */
export const moduleOf = ({ page }: Route): string => `pages/${page}.tsx`;

/** The files that a page imports beside the entry's, as a Link header: the browser requests them while the page itself arrives. */
export function linkHeader(bundle: Rolldown.OutputBundle, route: Route): string {
  const entry = neededBy(bundle, entryModules);
  const { scripts, styles } = neededBy(bundle, [moduleOf(route), ...(route.preload ?? [])]);
  return [
    ...scripts
      .filter((file) => !entry.scripts.includes(file))
      .map((file) => `</${file}>; rel=modulepreload; crossorigin`),
    // A prerendered page carries its styles.
    ...styles
      .filter((file) => !entry.styles.includes(file) && !route.prerender)
      .map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
  ].join(', ');
}
