import { get, update } from 'idb-keyval';
import * as z from 'zod/mini';
import { deviceDatabase, keptByName } from '#web/platform/session/device-database.ts';

const store = () => deviceDatabase(...keptByName.seeds);

const seeds = z.array(z.string());
const keptMax = 100;

/** Keeps a seed that the member sets on this phone. */
export async function keepOwnSeed(username: string, seed: string): Promise<void> {
  await update(
    username,
    (stored: unknown) => [...(z.safeParse(seeds, stored).data ?? []), seed].slice(-keptMax),
    store(),
  );
}

/** Whether the seed was set on this phone; null where the browser keeps nothing. */
export async function isOwnSeed(username: string, seed: string): Promise<boolean | null> {
  try {
    return (z.safeParse(seeds, await get(username, store())).data ?? []).includes(seed);
  } catch {
    return null;
  }
}
