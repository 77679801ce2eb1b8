import { get, update } from 'idb-keyval';
import type { PublishedRoot } from '#contract/proofs.ts';
import { deviceDatabase } from './session/device-database.ts';

/** The roots that this phone has seen, oldest first. Null where the browser keeps nothing. */
export interface KeptRoots {
  read(): Promise<readonly PublishedRoot[] | null>;
  /** Replaces the kept roots by what `change` makes of them, in one transaction. Resolves to whether they were kept. */
  update(change: (kept: readonly PublishedRoot[]) => readonly PublishedRoot[]): Promise<boolean>;
}

const key = 'roots';
const store = deviceDatabase('clearlot-roots', 'kept');

/** Outlives sign-out: roots are the same for every member, and two members of one phone must see the same. */
export const keptRoots: KeptRoots = {
  async read() {
    try {
      return (await get<readonly PublishedRoot[]>(key, store)) ?? [];
    } catch {
      return null;
    }
  },
  async update(change) {
    try {
      await update<readonly PublishedRoot[]>(key, (kept = []) => change(kept), store);
      return true;
    } catch {
      return false;
    }
  },
};
