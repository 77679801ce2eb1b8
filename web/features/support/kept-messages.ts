import { del, entries, promisifyRequest, set } from 'idb-keyval';
import { deviceDatabase } from '#web/platform/session/device-database.ts';
import { forgetNumber, formerNumberOf, keepNumber, numberOf, signInOf } from '#web/platform/session/name-owner.ts';
import type { OutboxStore, WaitingMessage } from './outbox.ts';

const database = deviceDatabase('clearlot-chat', 'outbox');

/**
 * Keys begin with the account's number: a name can be another member's after its account was deleted, a number never. The name and the
 * mark of the sign-in stand in for it where this phone has not learned it yet.
 */
const keyOf = (owner: string, id: string): string => `${owner} ${id}`;

/** Held in memory where the browser keeps nothing (private windows, policies). */
const memory = new Map<string, WaitingMessage>();

/** Those whose keys begin like that. */
async function keptUnder(start: string): Promise<[key: string, message: WaitingMessage][]> {
  const kept = await entries<string, WaitingMessage>(database).catch(() => []);
  return [...new Map([...memory, ...kept])].filter(([key]) => key.startsWith(start));
}

async function removeKey(key: string): Promise<void> {
  memory.delete(key);
  await del(key, database).catch(() => undefined);
}

/** The messages of this phone. */
export const keptMessages: OutboxStore = {
  load: async (owner) => (await keptUnder(keyOf(owner, ''))).map(([, message]) => message),
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
  remove: (owner, { id }) => removeKey(keyOf(owner, id)),
};

const nameless = (username: string): string => `name:${username.toLowerCase()}`;

function namelessOwner(username: string): string {
  const mark = signInOf(username);
  return mark === '' ? nameless(username) : keyOf(nameless(username), mark);
}

/** Whose messages are to be shown before the server has said the account's number: the last one of that name on this phone. */
export const ownerOf = (username: string): string => numberOf(username) ?? namelessOwner(username);

/**
 * Keeps the number of the account that is signed in by that name, and gives it what was written since the sign-in, before it was known.
 * What was written at an earlier sign-in is removed, as it may be another account's, unless that number was known before it.
 */
export async function learnAccount(username: string, number: string): Promise<void> {
  const owner = namelessOwner(username);
  const isSame = formerNumberOf(username) === number;
  keepNumber(username, number);
  for (const [key, message] of await keptUnder(keyOf(nameless(username), ''))) {
    if (isSame || key === keyOf(owner, message.id)) await keptMessages.put(number, message);
    await removeKey(key);
  }
}

/** Removes what is kept for an account that was deleted. */
export async function forgetAccount(username: string): Promise<void> {
  for (const owner of [ownerOf(username), nameless(username)]) {
    for (const [key] of await keptUnder(keyOf(owner, ''))) await removeKey(key);
  }
  forgetNumber(username);
}
