import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  acceptTerms,
  type DocumentId,
  documentIds,
  getDocument,
  getHelp,
  listDocuments,
  listHelp,
  listNotices,
  listRules,
  listTips,
  markNoticesRead,
  noticesPageSize,
} from '#contract/support.ts';
import { call, callForAnswer } from '#web/platform/api/call.ts';
import { useLocale } from '#web/platform/i18n/use-locale.ts';
import { useUsername } from '#web/platform/session/use-username.ts';

/** Texts change seldom. */
const textsStaleMs = 300_000;

/** The help texts in order, or what was found; the last answer stays until the next one is there. */
export function useHelpList(search: string) {
  return useQuery({
    queryKey: [listHelp.name, useLocale(), search],
    queryFn: ({ signal }) => call(listHelp, search === '' ? {} : { search }, { signal }),
    staleTime: textsStaleMs,
    placeholderData: keepPreviousData,
  });
}

/** One help text; null waits. */
export function useHelp(id: string | null) {
  return useQuery({
    queryKey: [getHelp.name, useLocale(), id],
    queryFn: ({ signal }) => call(getHelp, { id: id ?? '' }, { signal }),
    enabled: id !== null,
    staleTime: textsStaleMs,
  });
}

export function useTips() {
  return useQuery({
    queryKey: [listTips.name, useLocale()],
    queryFn: ({ signal }) => call(listTips, {}, { signal }),
    staleTime: textsStaleMs,
  });
}

export function useRules() {
  return useQuery({
    queryKey: [listRules.name, useLocale()],
    queryFn: ({ signal }) => call(listRules, {}, { signal }),
    staleTime: textsStaleMs,
  });
}

export function useDocuments() {
  return useQuery({
    queryKey: [listDocuments.name, useLocale(), useUsername()],
    queryFn: ({ signal }) => call(listDocuments, {}, { signal }),
  });
}

/** A document in its current version, or in the one asked for; null waits. */
export function useDocument(id: string | null, version: number | null) {
  const known = documentIds.find((each) => each === id);
  return useQuery({
    queryKey: [getDocument.name, useLocale(), id, version],
    queryFn: ({ signal }) =>
      call(getDocument, { id: known ?? 'terms', ...(version !== null && { version }) }, { signal }),
    enabled: known !== undefined,
    staleTime: textsStaleMs,
  });
}

export function useAcceptTerms(onAccepted: (message: string) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { readonly id: DocumentId; readonly version: number }) => callForAnswer(acceptTerms, input),
    onSuccess: ({ message }) => {
      void client.invalidateQueries({ queryKey: [listDocuments.name] });
      onAccepted(message);
    },
  });
}

/** Notices, newest first, a page at a time. */
export function useNotices() {
  return useInfiniteQuery({
    queryKey: [listNotices.name, useLocale(), useUsername()],
    queryFn: ({ pageParam, signal }) => call(listNotices, pageParam === null ? {} : { before: pageParam }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ notices }) => (notices.length < noticesPageSize ? undefined : notices.at(-1)?.id),
    staleTime: 60_000,
  });
}

/** How many notices this member has not read; null for visitors, and until it is known. */
export function useUnreadNotices(): number | null {
  return useNotices().data?.pages[0]?.unread ?? null;
}

/** Remembers one notice as read, or all of them. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string | null) => call(markNoticesRead, id === null ? {} : { id }),
    onSuccess: () => client.invalidateQueries({ queryKey: [listNotices.name] }),
  });
}
