import { del, get, set } from 'idb-keyval';
import type { WeightEntry } from '#contract/weight.ts';
import { deviceDatabase } from '#web/platform/session/device-database.ts';

/** An entry as this phone has seen it. */
export type SeenEntry = Pick<WeightEntry, 'id' | 'points' | 'at'>;

/** What this phone has seen of a member's entries, newest first. Null where the browser keeps nothing. */
export interface KeptEntries {
  read(): Promise<readonly SeenEntry[] | null>;
  write(entries: readonly SeenEntry[]): Promise<boolean>;
}

/** The store of one member on this phone; it outlives sign-out. */
export function keptEntriesOf(username: string): KeptEntries {
  const store = () => deviceDatabase('clearlot-weight', 'seen');
  return {
    read: async () => {
      try {
        return (await get<readonly SeenEntry[]>(username, store())) ?? [];
      } catch {
        return null;
      }
    },
    write: (entries) =>
      set(username, entries, store()).then(
        () => true,
        () => false,
      ),
  };
}

/** Removes what was seen of a member whose account was deleted. */
export async function forgetEntries(username: string): Promise<void> {
  await del(username, deviceDatabase('clearlot-weight', 'seen'));
}

/** A score's entries as the server lists them: the newest ones, and whether these are all. */
export interface ListedEntries {
  readonly score: number;
  readonly entries: readonly WeightEntry[];
  readonly isComplete: boolean;
}

/** An entry that is not as it was seen (`changed`), is gone (`missing`), or after which the score does not follow (`score`). */
export interface EntryFault {
  readonly kind: 'changed' | 'missing' | 'score';
  readonly id: string;
  readonly kept: string;
  readonly listed: string;
}

export interface EntriesCheck {
  readonly faults: readonly EntryFault[];
  /** When the oldest entry was earned that this phone had seen before; null where it had seen none. */
  readonly keptSince: number | null;
  readonly isKept: boolean;
}

/** More than anybody earns; the score stands for all before. */
const keptMax = 5_000;

/**
 * Holds the listed entries against those that this phone has seen: none is ever changed or taken away, and the score is their sum.
 * Entries with a fault are not kept: what was seen stays as evidence.
 */
export async function checkEntries(listed: ListedEntries, store: KeptEntries): Promise<EntriesCheck> {
  const kept = await store.read();
  const seen = kept ?? [];
  const faults = [...scoreFaults(listed), ...keptFaults(listed, seen)];
  const known = new Set(seen.map(({ id }) => id));
  const fresh = listed.entries.filter(({ id }) => !known.has(id)).map(({ id, points, at }) => ({ id, points, at }));
  const all = [...fresh, ...seen].sort((one, other) => other.at - one.at).slice(0, keptMax);
  const isKept = kept !== null && (faults.length > 0 || fresh.length === 0 || (await store.write(all)));
  return { faults, keptSince: seen.at(-1)?.at ?? null, isKept };
}

function keptFaults({ entries, isComplete }: ListedEntries, seen: readonly SeenEntry[]): EntryFault[] {
  const listed = new Map(entries.map((entry) => [entry.id, entry]));
  const oldest = isComplete ? Number.NEGATIVE_INFINITY : (entries.at(-1)?.at ?? Number.POSITIVE_INFINITY);
  return seen.flatMap(({ id, points, at }): EntryFault[] => {
    const now = listed.get(id);
    const kept = textOf({ points, at });
    if (!now) return at > oldest ? [{ kind: 'missing', id, kept, listed: '-' }] : [];
    return now.points === points && now.at === at ? [] : [{ kind: 'changed', id, kept, listed: textOf(now) }];
  });
}

function scoreFaults({ score, entries, isComplete }: ListedEntries): EntryFault[] {
  let expected = score;
  for (const { id, score: after, points } of entries) {
    if (after !== expected) return [{ kind: 'score', id, kept: String(expected), listed: String(after) }];
    expected -= points;
  }
  return isComplete && expected !== 0
    ? [{ kind: 'score', id: entries.at(-1)?.id ?? '-', kept: '0', listed: String(expected) }]
    : [];
}

const textOf = ({ points, at }: Pick<SeenEntry, 'points' | 'at'>): string => `${points}, ${new Date(at).toISOString()}`;
