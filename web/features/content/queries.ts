import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import {
  acceptTerms,
  documentIds,
  getDocument,
  getHelp,
  listDocuments,
  listHelp,
  listNotices,
  listRules,
  listTips,
  markNoticesRead,
} from '#contract/content.ts';
import { invalidate } from '#web/platform/api/read-key.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { useLocale } from '#web/platform/i18n/use-locale.ts';
import { useUsername } from '#web/platform/session/use-username.ts';

/** The help texts in order, or search results; the previous ones stay until the next arrive. */
export function useListHelp(search: string) {
  return useRead(listHelp, search === '' ? {} : { search }, {
    keyParts: [useLocale()],
    placeholderData: keepPreviousData,
  });
}

/** One help text; disabled while null. */
export const useGetHelp = (id: string | null) =>
  useRead(getHelp, { id: id ?? '' }, { keyParts: [useLocale()], enabled: id !== null });

export const useListTips = () => useRead(listTips, {}, { keyParts: [useLocale()] });

export const useListRules = () => useRead(listRules, {}, { keyParts: [useLocale()] });

export const useListDocuments = () => useRead(listDocuments, {}, { keyParts: [useLocale(), useUsername()] });

/** A document's current version, or the requested one; disabled while null. */
export function useGetDocument(id: string | null, version: number | null) {
  const known = documentIds.find((each) => each === id);
  return useRead(
    getDocument,
    { id: known ?? 'terms', ...(version !== null && { version }) },
    { keyParts: [useLocale()], enabled: known !== undefined },
  );
}

export function useAcceptTerms(onAccepted: (message: string) => void) {
  const refresh = useInvalidate(listDocuments);
  return useWrite(acceptTerms, {
    onSuccess: ({ message }) => {
      refresh();
      onAccepted(message);
    },
  });
}

/** Notices, newest first, by pages. */
export function useListNotices() {
  return usePages(
    listNotices,
    {},
    { keyParts: [useLocale(), useUsername()], rowsOf: ({ notices }) => notices, staleTime: 60_000 },
  );
}

/** Number of unread notices; null for visitors and while loading. */
export const useUnreadNotices = (): number | null => useListNotices().data?.pages[0]?.unread ?? null;

/** Marks one notice as read, or all up to one. */
export function useMarkNoticesRead() {
  const client = useQueryClient();
  return useWrite(markNoticesRead, { onSuccess: () => invalidate(client, listNotices) });
}
