import { readdirSync } from 'node:fs';
import type { Mutant } from './mutant.ts';

const folder = new URL('lists/', import.meta.url);

/** Every list that a file of the folder exports. */
async function listsIn(file: string): Promise<readonly (readonly Mutant[])[]> {
  return Object.values<readonly Mutant[]>(await import(new URL(file, folder).href));
}

const lists = await Promise.all(readdirSync(folder).map(listsIn));

/** Every bug that `npm run mutants` plants, by rooms. */
export const mutants: readonly Mutant[] = lists.flat(2).toSorted((one, other) => one.room.localeCompare(other.room));
