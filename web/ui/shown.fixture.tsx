import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Locale } from '#contract/locale.ts';
import type { InputOf, Operation, OutputOf } from '#contract/operation.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { type KeyPart, pagesKey, readKey } from '#web/platform/api/read-key.ts';
import { localeStore } from '#web/platform/i18n/locale-store.ts';
import { Navigation, type PageNavigator } from '#web/platform/navigation/navigation.tsx';
import { session } from '#web/platform/session/session.ts';

/** Loads all texts of a language; to be awaited before anything is shown. */
export async function useLanguage(locale: Locale): Promise<void> {
  session.setLocale(locale);
  await localeStore.choose(locale);
  await localeStore.loadMore();
}

/** Puts the response of a read there, as if the server had sent it. */
export function answer<O extends Operation>(
  operation: O,
  input: InputOf<O>,
  value: OutputOf<O>,
  ...parts: readonly KeyPart[]
): void {
  queryClient.setQueryData(readKey(operation, input, ...parts), value);
}

/** The same for the first page of a list. */
export function answerPage<O extends Operation>(
  operation: O,
  input: object,
  page: OutputOf<O>,
  ...parts: readonly KeyPart[]
): void {
  queryClient.setQueryData(pagesKey(operation, input, ...parts), { pages: [page], pageParams: [undefined] });
}

/** A navigator that stays at an address of the app. */
export function staysAt(path: string): PageNavigator {
  const [plain = '', search = ''] = path.split(/(?=\?)/);
  const shown = { location: { path: plain, search, index: 0 }, order: 0, page: () => null };
  return {
    shown: () => shown,
    loading: () => false,
    subscribe: () => () => undefined,
    follow: async () => undefined,
    go: async () => undefined,
    replaceSearch: () => undefined,
    back: () => undefined,
  };
}

/** The markup that a component shows with what was answered, at an address of the app. */
export const markupOf = (node: ReactNode, path = '/'): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Navigation navigator={staysAt(path)}>{node}</Navigation>
    </QueryClientProvider>,
  );

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Its words in the order in which they are read, without those of marks and pictures. */
export function wordsOf(node: ReactNode, path = '/'): string {
  return markupOf(node, path)
    .replace(/<(svg|style)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Where its links lead, in their order. */
export const linksOf = (node: ReactNode, path = '/'): string[] =>
  [...markupOf(node, path).matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'));

function Component({ run }: { readonly run: () => void }): null {
  run();
  return null;
}

/** What a hook gives to the component that uses it. */
export function used<Result>(hook: () => Result): Result {
  const results: Result[] = [];
  markupOf(<Component run={() => void results.push(hook())} />);
  const [result] = results;
  if (result === undefined) throw new Error('the hook gave nothing');
  return result;
}
