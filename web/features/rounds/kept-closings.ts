import { createStore, get, update } from 'idb-keyval';
import * as z from 'zod/mini';

const store = createStore('clearlot-rounds', 'closings');
const storeKey = 'digests';

/** A week of rounds. */
const keptMax = 2_016;

const digests = z.array(z.tuple([z.int(), z.string()]));
type Digests = z.output<typeof digests>;

const digestsIn = (stored: unknown): Digests => z.safeParse(digests, stored).data ?? [];

/** Keeps on this phone what was published at a closing, once: what is kept is never replaced, and the oldest go first. */
export async function keepClosing(round: number, digest: string): Promise<void> {
  await update(
    storeKey,
    (stored: unknown) => {
      const kept = digestsIn(stored);
      return kept.some(([each]) => each === round) ? kept : [...kept, [round, digest]].slice(-keptMax);
    },
    store,
  );
}

/** The digest that this phone kept when the round closed; null where it keeps none, or cannot read it. */
export async function keptDigestOf(round: number): Promise<string | null> {
  const stored: unknown = await get(storeKey, store).catch(() => undefined);
  return digestsIn(stored).find(([each]) => each === round)?.[1] ?? null;
}
