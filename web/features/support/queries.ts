import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { getReplyTimes, getUnread, listMessages, markMessagesRead, rateConversation } from '#contract/support.ts';
import type { ChatMessage } from '#contract/support-schemas.ts';
import { useInvalidate } from '#web/platform/api/use-invalidate.ts';
import { usePages } from '#web/platform/api/use-pages.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { useWrite } from '#web/platform/api/use-write.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { usePollWhenBehind, useStreamState } from '#web/platform/stream/use-stream.ts';
import { readTranscript } from './read-transcript.ts';
import { useOutbox } from './use-outbox.ts';

const pollMs = 5_000;

/** The member's chat, newest first, by pages; with a search, the messages that contain it. */
export function useListMessages(search: string) {
  const username = useUsername();
  useReadOnceLive();
  return usePages(listMessages, search === '' ? {} : { search }, {
    keyParts: [username],
    cursorOf: ({ next }) => next,
    enabled: username !== null,
    refetchInterval: usePollWhenBehind(pollMs),
  });
}

/** Reads the chat again when the stream opens: no event comes of what was written since it was read and before that. */
function useReadOnceLive(): void {
  const isLive = useStreamState() === 'live';
  const wasLive = useRef(isLive);
  const readAgain = useEffectEvent(useInvalidate(listMessages, getUnread));
  useEffect(() => {
    if (isLive && !wasLive.current) readAgain();
    wasLive.current = isLive;
  }, [isLive]);
}

/** Unread messages of customer service; null for visitors and while loading. */
export function useGetUnread(): number | null {
  const username = useUsername();
  const { data } = useRead(getUnread, {}, { keyParts: [username], enabled: username !== null });
  return data?.unread ?? null;
}

export function useMarkMessagesRead() {
  return useWrite(markMessagesRead, { onSuccess: useInvalidate(getUnread, listMessages) });
}

export const useRateConversation = () => useWrite(rateConversation, { onSettled: useInvalidate(listMessages) });

/** Reads a conversation for a file, as the texts of its parts. */
export function useGetChatTranscript(write: (messages: readonly ChatMessage[]) => string) {
  return useMutation({ mutationFn: (conversation: number) => readTranscript(conversation, write) });
}

export const useGetReplyTimes = () => useRead(getReplyTimes, {}, { staleTime: 10_000 });

/** Messages are sent by the outbox, again and again until they are there. */
export const useSendMessage = useOutbox;
