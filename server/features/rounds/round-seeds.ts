import { type Kysely, sql } from 'kysely';
import { type DaySeeds, daySeedsOf } from '#core/fairness/day-seeds.ts';
import { dayOf, placeOf, type RoundNumber, roundAt } from '#core/rounds/schedule.ts';
import type { SecretSeal } from '#server/platform/secret-seal.ts';
import { commitToNext, drawFirst, type OpenChain, openChain, type SeedChain, storedChains } from './seed-chains.ts';

const daysRemembered = 4;

/** The secret seeds of this installation. Who has the key and the database knows them: only the beacon is unknown to the operator. */
export interface RoundSeeds {
  /** The chains of day keys, oldest first: each ends where the next one begins. */
  chains(): readonly SeedChain[];
  /** The one whose keys are those of a day. Throws a RangeError for a day that no chain has. */
  chainOf(day: number): SeedChain;
  /** The day of the installation, and the round that ran when its commitment was published. */
  readonly firstDay: number;
  readonly firstRound: RoundNumber;
  /** Whether a chain has a key for a day. */
  hasDay(day: number): boolean;
  ofDay(day: number): DaySeeds;
  /** Lower-case hex. */
  ofRound(round: RoundNumber): string;
  /** Lower-case hex. To be revealed once no round and no draw of the day is undecided. */
  keyOf(day: number): string;
  /** Commits to the next chain as the last one nears its end, reads those that other nodes have committed to, and forgets a lost one. */
  renew(today: number): Promise<void>;
}

export interface SeedDependencies {
  readonly tables: Kysely<unknown>;
  readonly clock: { now(): number };
  readonly seal: SecretSeal;
}

/**
 * The seeds as the database has them. The first node ever draws the last key of the first chain and publishes its tip; every node and every later
 * start gets the same. Throws where one was sealed with another key.
 */
export async function openRoundSeeds(dependencies: SeedDependencies): Promise<RoundSeeds> {
  const { tables, clock, seal } = dependencies;
  const opened: OpenChain[] = [];
  const read = async (): Promise<OpenChain | undefined> => {
    const rows = await storedChains(tables);
    // Where even the first one is lost, what is known stands until another is drawn: it is read meanwhile.
    if (rows.length === 0) return undefined;
    // A server that was promoted with losses may lack the newest chain, and another one takes its number.
    const lost = opened.findIndex(({ commitment }, place) => rows[place]?.commitment !== commitment);
    const kept = lost === -1 ? opened.length : lost;
    opened.splice(kept, opened.length, ...rows.slice(kept).map((row) => openChain(seal, row)));
    return opened.at(-1);
  };
  const readOrDraw = async (): Promise<OpenChain> => {
    const known = await read();
    if (known) return known;
    await drawFirst(dependencies, dayOf(roundAt(clock.now())));
    const drawn = await read();
    if (!drawn) throw new Error('the first chain of seeds was not stored');
    return drawn;
  };
  await readOrDraw();
  return seedsFrom(opened, async (today) => {
    await commitToNext(dependencies, await readOrDraw(), today);
    await read();
  });
}

function seedsFrom(opened: readonly OpenChain[], renew: RoundSeeds['renew']): RoundSeeds {
  const days = new Map<number, { readonly key: Uint8Array; readonly seeds: DaySeeds }>();
  const first = (): OpenChain => opened[0] as OpenChain;
  const chainOf = (day: number): OpenChain => {
    const chain = opened.findLast(({ firstDay }) => firstDay <= day);
    if (!chain) throw new RangeError(`no chain of seeds for day ${day}`);
    return chain;
  };
  const keyOf = (day: number): Uint8Array => {
    const { keys, firstDay } = chainOf(day);
    const key = keys[day - firstDay];
    if (!key) throw new RangeError(`no seeds for day ${day}`);
    return key;
  };
  const ofDay = (day: number): DaySeeds => {
    const key = keyOf(day);
    const known = days.get(day);
    const own = known?.key === key ? known : { key, seeds: daySeedsOf(key) };
    days.delete(day);
    days.set(day, own);
    const [oldest] = days.keys();
    if (days.size > daysRemembered && oldest !== undefined) days.delete(oldest);
    return own.seeds;
  };
  return {
    chains: () => opened,
    hasDay: (day) => opened.some(({ firstDay, days: own }) => day >= firstDay && day < firstDay + own),
    chainOf,
    get firstDay() {
      return first().firstDay;
    },
    get firstRound() {
      return roundAt(first().publishedAt);
    },
    ofDay,
    ofRound: (round) => hexOf(ofDay(dayOf(round)).seeds[placeOf(round)] as Uint8Array),
    keyOf: (day) => hexOf(keyOf(day)),
    renew,
  };
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Publishes the commitments of a day and the next one, as far as there are seeds for them. Idempotent. */
export async function publishDays(tables: Kysely<unknown>, seeds: RoundSeeds, today: number): Promise<void> {
  const rows = [today, today + 1].filter(seeds.hasDay).map((day) => {
    const { tip, drawCommitment } = seeds.ofDay(day);
    // The database dates it.
    return sql`(${day}, ${tip}, ${drawCommitment}, ${new Date()})`;
  });
  if (rows.length === 0) return;
  await sql`
    insert into fairness_day (day, tip, draw_commitment, published_at) values ${sql.join(rows)}
    on conflict do nothing`.execute(tables);
}
