import { useQueryClient } from '@tanstack/react-query';
import {
  discardDraft,
  type EditedKind,
  getContent,
  getContentVersion,
  listContent,
  listContentFigures,
  publishContent,
  putBackContent,
  saveDraft,
  withdrawContent,
} from '#contract/content-operators.ts';
import type { Locale } from '#contract/locale.ts';
import type { InputOf } from '#contract/operation.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { useLocale } from '#web/platform/i18n/use-locale.ts';
import { refreshMs } from './refresh.ts';

const ofContent = [listContent, getContent] as const;

export const useListContent = (kind: EditedKind) =>
  useRead(listContent, { kind }, { keyParts: [useLocale()], refetchInterval: refreshMs });
export const useGetContent = (input: InputOf<typeof getContent>) => useRead(getContent, input);
export const useGetContentVersion = (input: InputOf<typeof getContentVersion>) => useRead(getContentVersion, input);
export const useListContentFigures = (locale: Locale) => useRead(listContentFigures, { locale });

export function useSaveDraft() {
  const client = useQueryClient();
  return useWrite(saveDraft, {
    onSuccess: ({ value }) => client.setQueryData(readKey(getContent, { kind: value.kind, id: value.id }), value),
    onSettled: useInvalidate(...ofContent),
  });
}

export const useDiscardDraft = () => useWrite(discardDraft, { onSettled: useInvalidate(...ofContent) });
export const usePublishContent = () => useWrite(publishContent, { onSettled: useInvalidate(...ofContent) });
export const usePutBackContent = () => useWrite(putBackContent, { onSettled: useInvalidate(...ofContent) });
export const useWithdrawContent = () => useWrite(withdrawContent, { onSettled: useInvalidate(...ofContent) });
