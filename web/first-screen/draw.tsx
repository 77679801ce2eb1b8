import { renderToStaticMarkup } from 'react-dom/server';
import { type Locale, languageTags } from '#contract/locale.ts';
import { App } from '../app.tsx';
import { queryClient } from '../platform/api/query-client.ts';
import { localeStore } from '../platform/i18n/locale-store.ts';
import type { PageNavigator } from '../platform/navigation/navigation.tsx';
import type { Shown } from '../platform/navigation/navigator.ts';
import { session } from '../platform/session/session.ts';
import { routeOf } from '../routes.tsx';

export interface DrawnScreen {
  readonly html: string;
  readonly languageTag: string;
  /** Addresses of the reads that the screen begins with, none of which needs more than the member's cookie. */
  readonly reads: readonly string[];
}

// What is drawn is kept nowhere: a timer that forgets it after minutes would hold up the end of the build.
const { queries, ...options } = queryClient.getDefaultOptions();
queryClient.setDefaultOptions({ ...options, queries: { ...queries, gcTime: Number.POSITIVE_INFINITY } });

/**
 * The screen as it stands before anything is known of the member or the market: labels, samples and the places of figures.
 * Called by the build, outside of a browser.
 */
export async function drawScreen(path: string, locale: Locale): Promise<DrawnScreen> {
  const route = routeOf(path);
  if (route === undefined) throw new Error(`there is no page at ${path}`);
  session.setLocale(locale);
  await localeStore.load();
  await localeStore.loadMore();
  queryClient.clear();
  const shown = { place: { path: route.path, search: '', index: 0 }, order: route.order, page: await route.page() };
  const html = renderToStaticMarkup(<App navigator={standing(shown)} />);
  return { html, languageTag: languageTags[locale], reads: await readsBegun() };
}

/** A navigator that goes nowhere. */
function standing(shown: Shown<Awaited<ReturnType<NonNullable<ReturnType<typeof routeOf>>['page']>>>): PageNavigator {
  return {
    shown: () => shown,
    loading: () => false,
    subscribe: () => () => {},
    follow: async () => {},
    go: async () => {},
    back: () => {},
  };
}

/** Every query of the screen is asked once, of a network that writes down what it was asked for and never answers. */
async function readsBegun(): Promise<string[]> {
  const reads: string[] = [];
  const { fetch: network } = globalThis;
  globalThis.fetch = (address) => {
    reads.push(String(address));
    return new Promise(() => {});
  };
  for (const query of queryClient.getQueryCache().getAll()) {
    if (Reflect.get(query.options, 'enabled') !== false) query.fetch().catch(() => undefined);
  }
  await new Promise((asked) => setTimeout(asked));
  globalThis.fetch = network;
  queryClient.clear();
  return reads;
}
