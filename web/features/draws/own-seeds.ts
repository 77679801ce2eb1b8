import { get, update } from 'idb-keyval';
import { deviceDatabase, keptByName } from '#web/platform/session/device-database.ts';

const store = () => deviceDatabase(...keptByName.seeds);

const keptMax = 100;

/** What this version cannot read, as of a newer page of this phone, stays among them as it is. */
const seedsIn = (stored: unknown): readonly unknown[] => (Array.isArray(stored) ? stored : []);

/** Keeps a seed that the member sets on this phone. */
export async function keepOwnSeed(username: string, seed: string): Promise<void> {
  await update(username, (stored: unknown) => [...seedsIn(stored), seed].slice(-keptMax), store());
}

/** Whether the seed was set on this phone; null where the browser keeps nothing. */
export async function isOwnSeed(username: string, seed: string): Promise<boolean | null> {
  try {
    return seedsIn(await get(username, store())).includes(seed);
  } catch {
    return null;
  }
}
