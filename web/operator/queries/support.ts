import { useMutation } from '@tanstack/react-query';
import type { InputOf } from '#contract/operation.ts';
import {
  answerConversation,
  assignConversation,
  closeConversation,
  getChatRatings,
  listConversations,
  listSnippets,
  markConversationSeen,
  openPinnedObject,
  readConversation,
  removeSnippet,
  saveSnippet,
  sendChatImage,
} from '#contract/support-inbox.ts';
import { upload } from '#web/platform/api/upload.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { refreshMs } from './refresh.ts';

const uploadTimeoutMs = 60_000;
const ofChat = [listConversations, readConversation];

/** A queue of the inbox, by pages. */
export const useListConversations = (queue: InputOf<typeof listConversations>['queue']) =>
  usePages(listConversations, { queue }, { cursorOf: ({ next }) => next, refetchInterval: refreshMs });

/** A member's chat, newest first, by pages; with a search, the messages that contain it. */
export const useReadConversation = (member: string, search = '') =>
  usePages(readConversation, search === '' ? { member } : { member, search }, {
    cursorOf: ({ next }) => next,
    refetchInterval: search === '' ? refreshMs : false,
  });

export const useMarkConversationSeen = () => useWrite(markConversationSeen, { onSettled: useInvalidate(...ofChat) });
export const useAnswerConversation = () => useWrite(answerConversation, { onSettled: useInvalidate(...ofChat) });
interface ImageToSend {
  readonly member: string;
  /** The message's id: sent again under it, it is the same message. */
  readonly id: string;
  /** The newest message that was shown. */
  readonly through: number;
  readonly picture: Blob;
}

/** Sends a picture that this browser has made smaller; the server draws it afresh. */
export const useSendChatImage = () =>
  useMutation({
    mutationFn: ({ picture, ...input }: ImageToSend) =>
      upload(sendChatImage, picture, {
        input,
        signal: AbortSignal.timeout(uploadTimeoutMs),
        onProgress: () => undefined,
      }),
    onSettled: useInvalidate(...ofChat),
  });

export const useAssignConversation = () => useWrite(assignConversation, { onSettled: useInvalidate(...ofChat) });
export const useCloseConversation = () => useWrite(closeConversation, { onSettled: useInvalidate(...ofChat) });

/** How members rated what has ended. */
export const useGetChatRatings = () => useRead(getChatRatings, {}, { refetchInterval: refreshMs });

/** What a member pinned to the message at a position. */
export const useOpenPinnedObject = (input: InputOf<typeof openPinnedObject>) => useRead(openPinnedObject, input);

export const useListSnippets = () => useRead(listSnippets, {});
export const useSaveSnippet = () => useWrite(saveSnippet, { onSettled: useInvalidate(listSnippets) });
export const useRemoveSnippet = () => useWrite(removeSnippet, { onSettled: useInvalidate(listSnippets) });
