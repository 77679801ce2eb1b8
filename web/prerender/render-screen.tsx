import type { QueryKey } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { operations } from '#contract/api.ts';
import { type Locale, languageTags } from '#contract/locale.ts';
import { App } from '../app.tsx';
import { codeOf } from '../pages.ts';
import { queryClient } from '../platform/api/query-client.ts';
import { requestOf } from '../platform/api/request.ts';
import { localeStore } from '../platform/i18n/locale-store.ts';
import type { Page, PageNavigator } from '../platform/navigation/navigation.tsx';
import type { Shown } from '../platform/navigation/navigator.ts';
import { session } from '../platform/session/session.ts';
import type { Route } from '../routes.ts';

export interface RenderedScreen {
  readonly html: string;
  readonly languageTag: string;
  /** Addresses of the reads that the screen starts with; the member's cookie is all they need. */
  readonly reads: readonly string[];
}

/**
 * Renders the screen without any data: labels, samples and placeholders of figures. Runs in Node at build time: no effect runs and nothing
 * is fetched.
 */
export async function renderScreen({ path, order, page }: Route, locale: Locale): Promise<RenderedScreen> {
  session.setLocale(locale);
  await localeStore.load();
  await localeStore.loadMore();
  queryClient.clear();
  const reads: string[] = [];
  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    const isEnabled = Reflect.get(query.options, 'enabled') !== false;
    if (type === 'added' && isEnabled) reads.push(addressOf(query.queryKey, locale));
  });
  const { Page } = await codeOf(page);
  const shown = { location: { path, search: '', index: 0 }, order, page: Page };
  const { prelude } = await prerender(<App navigator={fixedAt(shown)} />);
  const html = await new Response(prelude).text();
  unsubscribe();
  return { html, languageTag: languageTags[locale], reads };
}

/** The address that a query will request: its key is the operation's path and input (`readKey`). */
function addressOf([path, input]: QueryKey, locale: Locale): string {
  const found = operations.find(({ operation }) => operation.path === path && operation.effect === 'read');
  if (found === undefined) throw new Error(`no operation reads ${path}`);
  return requestOf(found.operation, input as object, { locale }).address;
}

function fixedAt(shown: Shown<Page>): PageNavigator {
  return {
    shown: () => shown,
    loading: () => false,
    subscribe: () => () => {},
    follow: async () => {},
    go: async () => {},
    replaceSearch: () => {},
    back: () => {},
  };
}
