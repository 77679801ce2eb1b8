import { del, get, update } from 'idb-keyval';
import * as z from 'zod/mini';
import type { Draw } from '#contract/draws.ts';
import { deviceDatabase } from '#web/platform/session/device-database.ts';

const store = deviceDatabase('clearlot-draws', 'days');

/** Two months. */
const daysKeptMax = 60;

const keptDays = z.array(
  z.strictObject({
    day: z.int(),
    commitment: z.string(),
    /** The day's prize table in one line; left out where it was kept before the table was. */
    prizes: z.optional(z.string()),
    entries: z.array(z.strictObject({ entry: z.int(), clientSeed: z.string(), number: z.int() })),
  }),
);

/** What this phone kept of a day (UTC): commitment and prize table as they were first seen, and each entry as it was drawn. */
export type KeptDay = z.output<typeof keptDays>[number];

const daysIn = (stored: unknown): KeptDay[] => z.safeParse(keptDays, stored).data ?? [];

/** Keeps commitment and prize table of a day before its seed is revealed, once: what is kept is never replaced, and the oldest days go first. */
export async function keepCommitment(
  username: string,
  { day, commitment, prizes }: Required<Omit<KeptDay, 'entries'>>,
): Promise<void> {
  await update(
    username,
    (stored: unknown) => {
      const days = daysIn(stored);
      if (days.some((one) => one.day === day)) return days;
      return [...days, { day, commitment, prizes, entries: [] }].slice(-daysKeptMax);
    },
    store,
  );
}

/** Keeps a drawn entry, with the day of which the commitment is kept. */
export async function keepDraw(username: string, { day, entry, clientSeed, number }: Draw): Promise<void> {
  await update(
    username,
    (stored: unknown) =>
      daysIn(stored).map((one) => {
        if (one.day !== day || one.entries.some((kept) => kept.entry === entry)) return one;
        return { ...one, entries: [...one.entries, { entry, clientSeed, number }] };
      }),
    store,
  );
}

/** Removes what is kept of a member whose account was deleted. */
export async function forgetDraws(username: string): Promise<void> {
  await del(username, store);
}

/** What this phone kept of the day; null where it keeps nothing of it, or cannot read it. */
export async function keptDayOf(username: string, day: number): Promise<KeptDay | null> {
  const stored: unknown = await get(username, store).catch(() => undefined);
  return daysIn(stored).find((one) => one.day === day) ?? null;
}
