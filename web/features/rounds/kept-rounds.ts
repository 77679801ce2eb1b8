import { get, update } from 'idb-keyval';
import * as z from 'zod/mini';
import { type FairChain, type Order, orderItem } from '#contract/round-records.ts';
import type { RoundNumber } from '#core/rounds/schedule.ts';
import { deviceDatabase } from '#web/platform/session/device-database.ts';

const store = deviceDatabase('clearlot-rounds', 'closings');

/** A week of rounds, a year of days, and the newest bets. */
const keptMax = { digests: 2_016, tips: 366, orders: 1_000, chains: 100, follows: 100 } as const;

/** What was published when a round closed, and the product time (ms) at which it reached this phone. */
const digestEntry = z.object({ round: z.int(), digest: z.string(), at: z.number() });
const tipEntry = z.object({ day: z.int(), tip: z.string() });
/** A chain as it was published, and the product time (ms) at which it reached this phone, where that was known; an earlier version of this page kept neither first day nor time. */
const chainEntry = z.object({
  number: z.int(),
  commitment: z.string(),
  firstDay: z.optional(z.int()),
  at: z.optional(z.number()),
});
/** A follow, the last round that it may place a bet in, and what each is placed on, which an earlier version of this page did not keep. */
const followEntry = z.object({
  id: z.string(),
  until: z.int(),
  category: z.optional(orderItem.shape.category),
  amount: z.optional(orderItem.shape.amount),
});
const orderEntry = z.object({
  id: orderItem.shape.id,
  round: orderItem.shape.round,
  category: orderItem.shape.category,
  amount: orderItem.shape.amount,
  salt: orderItem.shape.salt,
});

/** The digest of a closing, and the product time (ms) at which this phone had it. */
export type KeptDigest = z.output<typeof digestEntry>;

/** What this phone kept of a chain of day keys. */
export type KeptChain = Omit<z.output<typeof chainEntry>, 'number'>;

/** A bet as it was placed. */
export type KeptOrder = z.output<typeof orderEntry>;

interface KeptList<Schema extends z.ZodMiniType> {
  readonly name: keyof typeof keptMax;
  readonly entry: Schema;
  /** What is the same of an entry that is kept already. */
  readonly key: keyof z.output<Schema>;
}

const digests: KeptList<typeof digestEntry> = { name: 'digests', entry: digestEntry, key: 'round' };
const tips: KeptList<typeof tipEntry> = { name: 'tips', entry: tipEntry, key: 'day' };
const chains: KeptList<typeof chainEntry> = { name: 'chains', entry: chainEntry, key: 'number' };
const follows: KeptList<typeof followEntry> = { name: 'follows', entry: followEntry, key: 'id' };
const orders: KeptList<typeof orderEntry> = { name: 'orders', entry: orderEntry, key: 'id' };

const rowsIn = (stored: unknown): readonly unknown[] => (Array.isArray(stored) ? stored : []);

/** The row's entry; null where this version cannot read it, as of a newer page of this phone, to which it is left as it is. */
function entryIn<Schema extends z.ZodMiniType>({ entry }: KeptList<Schema>, row: unknown): z.output<Schema> | null {
  const read = z.safeDecode(entry, row as never);
  return read.success ? (read.data as z.output<Schema>) : null;
}

function entriesIn<Schema extends z.ZodMiniType>(list: KeptList<Schema>, stored: unknown): z.output<Schema>[] {
  return rowsIn(stored).flatMap((row) => entryIn(list, row) ?? []);
}

/** Adds what is not there yet: what is kept is never replaced, and the oldest go first. */
async function keep<Schema extends z.ZodMiniType>(
  list: KeptList<Schema>,
  entries: readonly z.output<Schema>[],
): Promise<void> {
  if (entries.length === 0) return;
  await update(
    list.name,
    (stored: unknown) => {
      const kept = entriesIn(list, stored);
      const added = entries.filter((one) => !kept.some((other) => other[list.key] === one[list.key]));
      const rows = z.encode(z.array(list.entry), added as never) as readonly unknown[];
      return [...rowsIn(stored), ...rows].slice(-keptMax[list.name]);
    },
    store,
  );
}

async function keptIn<Schema extends z.ZodMiniType>(list: KeptList<Schema>): Promise<z.output<Schema>[]> {
  return entriesIn(list, await get(list.name, store).catch(() => undefined));
}

/** Keeps the digest of a closing that reached this phone at that product time (ms). */
export async function keepDigest(round: RoundNumber, digest: string, at: number): Promise<void> {
  await keep(digests, [{ round, digest, at }]);
}

/** Keeps the tip of a day (days from 1970 UTC) as it is published. */
export async function keepTip(day: number, tip: string): Promise<void> {
  await keep(tips, [{ day, tip }]);
}

/** Keeps each chain as it is published, which reached this phone at that product time (ms): NaN where it is not known. */
export async function keepChains(
  published: readonly Pick<FairChain, 'number' | 'commitment' | 'firstDay'>[],
  at: number,
): Promise<void> {
  const entries = published.map(({ number, commitment, firstDay }) => ({ number, commitment, firstDay }));
  if (Number.isNaN(at)) return await keep(chains, entries);
  const timed = entries.map((entry) => ({ ...entry, at }));
  await completeChains(timed);
  await keep(chains, timed);
}

/** What was kept without its time counts from when it is seen again. */
async function completeChains(published: readonly z.output<typeof chainEntry>[]): Promise<void> {
  await update(
    chains.name,
    (stored: unknown) =>
      rowsIn(stored).map((row) => {
        const kept = entryIn(chains, row);
        if (kept === null || kept.at !== undefined) return row;
        const again = published.find((one) => one.number === kept.number && one.commitment === kept.commitment);
        if (!again || (kept.firstDay ?? again.firstDay) !== again.firstDay) return row;
        return { ...(row as object), firstDay: again.firstDay, at: again.at };
      }),
    store,
  );
}

/** Keeps bets whose rounds have no result yet. */
export async function keepOrders(placed: readonly Order[]): Promise<void> {
  const pending = placed.filter(({ state }) => state === 'pending');
  await keep(
    orders,
    pending.map(({ id, round, category, amount, salt }) => ({ id, round, category, amount, salt })),
  );
}

/** What each bet of a follow is placed on. */
export type FollowTerms = Pick<Order, 'category' | 'amount'>;

/** Keeps that a follow may place bets up to a round, and on what: their salts are not known before. */
export async function keepFollow(id: string, until: RoundNumber, { category, amount }: FollowTerms): Promise<void> {
  await keep(follows, [{ id, until, category, amount }]);
}

/** What the kept follows are placed on, by their ids. */
export async function followTerms(): Promise<ReadonlyMap<string, FollowTerms>> {
  return new Map(
    (await keptIn(follows)).flatMap(({ id, category, amount }) =>
      category === undefined || amount === undefined ? [] : [[id, { category, amount }] as const],
    ),
  );
}

/** The follows confirmed on this phone that may have a bet in the round, or in a later one. */
export async function followsFrom(round: RoundNumber): Promise<string[]> {
  return (await keptIn(follows)).flatMap(({ id, until }) => (until >= round ? [id] : []));
}

/** Keeps a later last round of each follow that is named, never an earlier one, which a late answer would give; null for one that has ended, of which nothing is kept any more. */
export async function moveFollows(untilOf: ReadonlyMap<string, RoundNumber | null>): Promise<void> {
  await update(
    follows.name,
    (stored: unknown) =>
      rowsIn(stored).flatMap((row) => {
        const follow = entryIn(follows, row);
        if (follow === null) return [row];
        const { id, until } = follow;
        const moved = untilOf.get(id);
        return moved === null ? [] : [{ ...(row as object), until: Math.max(until, moved ?? until) }];
      }),
    store,
  );
}

/** What this phone keeps: null where it keeps nothing of that, or cannot read it. */
export async function keptDigestOf(round: RoundNumber): Promise<KeptDigest | null> {
  return (await keptIn(digests)).find((one) => one.round === round) ?? null;
}

/** The digests of all closings that this phone keeps, by their rounds. */
export async function keptDigests(): Promise<ReadonlyMap<RoundNumber, string>> {
  return new Map((await keptIn(digests)).map(({ round, digest }) => [round, digest]));
}

export async function keptTipOf(day: number): Promise<string | null> {
  return (await keptIn(tips)).find((one) => one.day === day)?.tip ?? null;
}

export async function keptChains(): Promise<ReadonlyMap<number, KeptChain>> {
  return new Map((await keptIn(chains)).map(({ number, ...chain }) => [number, chain]));
}

export async function keptOrderOf(id: string): Promise<KeptOrder | null> {
  return (await keptIn(orders)).find((one) => one.id === id) ?? null;
}

/** All bets of a round that were placed on this phone. */
export async function keptOrdersIn(round: RoundNumber): Promise<KeptOrder[]> {
  return (await keptIn(orders)).filter((one) => one.round === round);
}

/** Rounds of kept bets of which no digest is kept, newest first. */
export async function roundsWithoutDigest(): Promise<RoundNumber[]> {
  const [placed, closed] = await Promise.all([keptIn(orders), keptIn(digests)]);
  const known = new Set(closed.map(({ round }) => round));
  return [...new Set(placed.map(({ round }) => round))].filter((round) => !known.has(round)).reverse();
}
