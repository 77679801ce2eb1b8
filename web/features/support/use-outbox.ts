import { useEffect } from 'react';
import { uploadImage } from '#contract/images.ts';
import { sendMessage } from '#contract/support.ts';
import { getWallet } from '#contract/wallet.ts';
import { call } from '#web/platform/api/call.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { markStale } from '#web/platform/api/stale-reads.ts';
import { upload } from '#web/platform/api/upload.ts';
import { useRead } from '#web/platform/api/use-read.ts';
import { session } from '#web/platform/session/session.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { stream } from '#web/platform/stream/use-stream.ts';
import { useStore } from '#web/platform/use-store.ts';
import { keptMessages, learnAccount, ownerOf } from './kept-messages.ts';
import { Outbox } from './outbox.ts';

const uploadTimeoutMs = 120_000;

const outbox = new Outbox({
  store: keptMessages,
  async send({ id, text, image, pin }) {
    const { position } = await call(sendMessage, {
      id,
      ...(text !== '' && { text }),
      ...(image !== null && { image }),
      ...(pin !== null && { pin: pin.kind, pinned: pin.id }),
    });
    markStale(queryClient, 'chat');
    return position;
  },
  async upload(picture) {
    const { value } = await upload(uploadImage, picture, {
      signal: AbortSignal.timeout(uploadTimeoutMs),
      onProgress: () => undefined,
    });
    return value.id;
  },
  // Browsers without locks have one page at a time on phones; the server keeps a message once in any case.
  exclusively: async (work) => {
    if (navigator.locks === undefined) await work();
    else await navigator.locks.request('clearlot-chat', work);
  },
  after: (delayMs, act) => {
    const timer = setTimeout(act, delayMs);
    return () => clearTimeout(timer);
  },
});

// Back online, or connected again: nothing needs to wait for its retry.
window.addEventListener('online', outbox.flush);
stream.onState(() => {
  if (stream.state() === 'live') outbox.flush();
});

// Whatever page is open then: what this member left is not for the next one to send.
session.subscribe(() => void outbox.open(null));

/** The signed-in member's outbox and its messages. */
export function useOutbox() {
  const username = useUsername();
  const { data: number } = useRead(
    getWallet,
    {},
    {
      keyParts: [username],
      enabled: username !== null,
      select: ({ userId }) => userId,
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
  useEffect(() => {
    if (username === null) return void outbox.open(null);
    if (number === undefined) return void outbox.open(ownerOf(username));
    const open = (): void => {
      if (session.username() !== username) return;
      void outbox.open(number);
      // What was written while the first ones were given to the account.
      learnAccount(username, number).then(outbox.flush, outbox.flush);
    };
    learnAccount(username, number).then(open, open);
  }, [username, number]);
  return { outbox, waiting: useStore(outbox.subscribe, outbox.messages) };
}
