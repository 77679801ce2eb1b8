import type { Rolldown } from 'vite';
import type { Route } from '../routes.ts';
import { neededBy } from './bundle-files.ts';

/** The entry of every page. */
export const entryModules: readonly string[] = ['boot.ts', 'main.tsx'];

export const moduleOf = ({ page }: Route): string => `pages/${page}.tsx`;

/** A page's files beside the entry's, as a Link header: browsers request them while the page itself loads. */
export function linkHeader(bundle: Rolldown.OutputBundle, route: Route): string {
  const entry = neededBy(bundle, entryModules);
  const { scripts, styles } = neededBy(bundle, [moduleOf(route), ...(route.preload ?? [])]);
  return [
    ...scripts
      .filter((file) => !entry.scripts.includes(file))
      .map((file) => `</${file}>; rel=modulepreload; crossorigin`),
    // Prerendered pages carry their styles inline.
    ...styles
      .filter((file) => !entry.styles.includes(file) && !route.prerender)
      .map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
  ].join(', ');
}
