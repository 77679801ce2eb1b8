import { get, update } from 'idb-keyval';
import * as z from 'zod/mini';
import type { Draw } from '#contract/draws.ts';
import { deviceDatabase, keptByName } from '#web/platform/session/device-database.ts';

const store = deviceDatabase(...keptByName.draws);

/** Two months. */
const daysKeptMax = 60;

const keptDay = z.object({
  day: z.int(),
  commitment: z.string(),
  /** The day's prize table in one line; left out where it was kept before the table was. */
  prizes: z.optional(z.string()),
  entries: z.array(z.object({ entry: z.int(), clientSeed: z.string(), number: z.int() })),
});

/** What this phone kept of a day (UTC): commitment and prize table as they were first seen, and each entry as it was drawn. */
export type KeptDay = z.output<typeof keptDay>;

const rowsIn = (stored: unknown): readonly unknown[] => (Array.isArray(stored) ? stored : []);

/** The row's day; null where this version cannot read it, as of a newer page of this phone, to which it is left as it is. */
const dayIn = (row: unknown): KeptDay | null => z.safeParse(keptDay, row).data ?? null;

const daysIn = (rows: readonly unknown[]): KeptDay[] => rows.flatMap((row) => dayIn(row) ?? []);

/** Keeps commitment and prize table of a day before its seed is revealed, once: what is kept is never replaced, and the oldest days go first. */
export async function keepCommitment(
  username: string,
  { day, commitment, prizes }: Required<Omit<KeptDay, 'entries'>>,
): Promise<void> {
  await update(
    username,
    (stored: unknown) => {
      const rows = rowsIn(stored);
      if (daysIn(rows).some((one) => one.day === day)) return rows;
      return [...rows, { day, commitment, prizes, entries: [] }].slice(-daysKeptMax);
    },
    store,
  );
}

/** Keeps a drawn entry, with the day of which the commitment is kept. */
export async function keepDraw(username: string, { day, entry, clientSeed, number }: Draw): Promise<void> {
  await update(
    username,
    (stored: unknown) =>
      rowsIn(stored).map((row) => {
        const one = dayIn(row);
        if (one?.day !== day || one.entries.some((kept) => kept.entry === entry)) return row;
        const whole = row as KeptDay;
        return { ...whole, entries: [...whole.entries, { entry, clientSeed, number }] };
      }),
    store,
  );
}

/** What this phone kept of the day; null where it keeps nothing of it, or cannot read it. */
export async function keptDayOf(username: string, day: number): Promise<KeptDay | null> {
  const stored: unknown = await get(username, store).catch(() => undefined);
  return daysIn(rowsIn(stored)).find((one) => one.day === day) ?? null;
}
