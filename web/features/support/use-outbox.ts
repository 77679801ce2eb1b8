import { createStore, del, entries, set } from 'idb-keyval';
import { useEffect } from 'react';
import { uploadImage } from '#contract/images.ts';
import { sendMessage } from '#contract/support.ts';
import { call } from '#web/platform/api/call.ts';
import { problemText } from '#web/platform/api/problem-text.ts';
import { queryClient } from '#web/platform/api/query-client.ts';
import { upload } from '#web/platform/api/upload.ts';
import { useUsername } from '#web/platform/session/use-username.ts';
import { markStale } from '#web/platform/stream/stale-reads.ts';
import { stream } from '#web/platform/stream/use-stream.ts';
import { useStore } from '#web/platform/use-store.ts';
import { Outbox, type OutboxStore, type WaitingMessage } from './outbox.ts';

const uploadTimeoutMs = 120_000;

const database = createStore('clearlot-chat', 'outbox');

/** Keys begin with the member: the messages of another one who signs in on this phone are left alone. */
const keyOf = (owner: string, id: string): string => `${owner.toLowerCase()} ${id}`;

/** Held in memory where the browser keeps nothing (private windows, policies). */
const memory = new Map<string, WaitingMessage>();

const keptOnPhone: OutboxStore = {
  async load(owner) {
    const kept = await entries<string, WaitingMessage>(database).catch(() => []);
    const all = new Map([...memory, ...kept]);
    return [...all].filter(([key]) => key.startsWith(keyOf(owner, ''))).map(([, message]) => message);
  },
  async put(owner, message) {
    const key = keyOf(owner, message.id);
    await set(key, message, database).catch(() => void memory.set(key, message));
  },
  async remove(owner, { id }) {
    const key = keyOf(owner, id);
    memory.delete(key);
    await del(key, database).catch(() => undefined);
  },
};

const outbox = new Outbox({
  store: keptOnPhone,
  async send({ id, text, image, pin }) {
    await call(sendMessage, {
      id,
      ...(text !== '' && { text }),
      ...(image !== null && { image }),
      ...(pin !== null && { pin: pin.kind, pinned: pin.id }),
    });
    markStale(queryClient, 'chat');
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
  wordsOf: (error) => problemText(error) ?? '',
});

// Back online, or connected again: nothing needs to wait for its retry.
window.addEventListener('online', outbox.flush);
stream.onState(() => {
  if (stream.state() === 'live') outbox.flush();
});

/** The signed-in member's outbox and its messages. */
export function useOutbox() {
  const username = useUsername();
  useEffect(() => void outbox.open(username), [username]);
  return { outbox, waiting: useStore(outbox.subscribe, outbox.messages) };
}
