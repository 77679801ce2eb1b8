import { del, entries, promisifyRequest, set } from 'idb-keyval';
import { deviceDatabase } from '#web/platform/session/device-database.ts';
import { forgetNumber, keepNumber, numberOf } from '#web/platform/session/name-owner.ts';
import type { OutboxStore, WaitingMessage } from './outbox.ts';

const database = deviceDatabase('clearlot-chat', 'outbox');

/**
 * Keys begin with the account's number: a name can be another member's after its account was deleted, a number never. `name` stands in
 * for it where this phone has not learned it yet.
 */
const keyOf = (owner: string, id: string): string => `${owner} ${id}`;

/** Held in memory where the browser keeps nothing (private windows, policies). */
const memory = new Map<string, WaitingMessage>();

async function keptOf(owner: string): Promise<[key: string, message: WaitingMessage][]> {
  const kept = await entries<string, WaitingMessage>(database).catch(() => []);
  return [...new Map([...memory, ...kept])].filter(([key]) => key.startsWith(keyOf(owner, '')));
}

/** The messages of this phone. */
export const keptMessages: OutboxStore = {
  load: async (owner) => (await keptOf(owner)).map(([, message]) => message),
  async put(owner, message) {
    const key = keyOf(owner, message.id);
    await set(key, message, database).catch(() => void memory.set(key, message));
  },
  async replace(owner, message) {
    const key = keyOf(owner, message.id);
    if (memory.has(key)) {
      memory.set(key, message);
      return true;
    }
    // In one transaction: another page may remove it at the same moment.
    return await database('readwrite', async (store) => {
      const isThere = (await promisifyRequest(store.getKey(key))) !== undefined;
      if (isThere) await promisifyRequest(store.put(message, key));
      return isThere;
    }).catch(() => false);
  },
  async remove(owner, { id }) {
    const key = keyOf(owner, id);
    memory.delete(key);
    await del(key, database).catch(() => undefined);
  },
};

const nameless = (username: string): string => `name:${username.toLowerCase()}`;

/** Whose messages are to be shown before the server has said the account's number: the last one of that name on this phone. */
export const ownerOf = (username: string): string => numberOf(username) ?? nameless(username);

/** Keeps the number of the account that is signed in by that name, and gives it what was written before it was known. */
export async function learnAccount(username: string, number: string): Promise<void> {
  keepNumber(username, number);
  for (const [, message] of await keptOf(nameless(username))) {
    await keptMessages.put(number, message);
    await keptMessages.remove(nameless(username), message);
  }
}

/** Removes what is kept for an account that was deleted. */
export async function forgetAccount(username: string): Promise<void> {
  for (const owner of [ownerOf(username), nameless(username)]) {
    for (const [, message] of await keptOf(owner)) await keptMessages.remove(owner, message);
  }
  forgetNumber(username);
}
