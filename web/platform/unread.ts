import { createListeners } from './listeners.ts';

function createCount() {
  const listeners = createListeners();
  let count = 0;
  return {
    count: (): number => count,
    subscribe: listeners.subscribe,
    set(next: number): void {
      if (next === count) return;
      count = next;
      listeners.notify();
    },
  };
}

/** Unread notifications of the signed-in member, as far as they are known: for what is drawn before their list has loaded. */
export const unreadStore = createCount();

/** Unread messages of the chat, as far as they are known. */
export const chatUnreadStore = createCount();
