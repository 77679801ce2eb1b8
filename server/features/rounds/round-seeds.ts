import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { type DaySeeds, dayKeysOf, daySeedsOf } from '#core/fairness/day-seeds.ts';
import { tipOf } from '#core/fairness/seed-chain.ts';
import { dayOf, placeOf, type RoundNumber, roundAt } from '#core/rounds/schedule.ts';
import type { SecretSeal } from '#server/platform/secret-seal.ts';
import type { RoundTables } from './round-tables.ts';

/** The place that they are sealed for. */
export const roundSeedsPlace = 'round seeds';
const daysRemembered = 4;

/** The secret seeds of this installation. Who has the key and the database knows them: only the beacon is unknown to the operator. */
export interface RoundSeeds {
  /** Tip of the chain of day keys, and the day of its first one. */
  readonly commitment: string;
  readonly firstDay: number;
  /** The round that ran when the commitment was published. */
  readonly firstRound: RoundNumber;
  ofDay(day: number): DaySeeds;
  /** Lower-case hex. */
  ofRound(round: RoundNumber): string;
  /** Lower-case hex. To be revealed once no round and no draw of the day is undecided. */
  keyOf(day: number): string;
}

export interface SeedDependencies {
  readonly tables: Kysely<RoundTables>;
  readonly clock: { now(): number };
  readonly seal: SecretSeal;
}

/**
 * The seeds as the database has them. The first node ever draws the last key of the chain and publishes the tip; every node and every later
 * start gets the same. Throws where it was sealed with another key.
 */
export async function openRoundSeeds({ tables, clock, seal }: SeedDependencies): Promise<RoundSeeds> {
  const stored = () => tables.selectFrom('fairness_chain').selectAll();
  const draw = async () => {
    const master = randomBytes(32);
    await tables
      .insertInto('fairness_chain')
      .values({
        first_day: dayOf(roundAt(clock.now())),
        commitment: tipOf(dayKeysOf(master)),
        sealed_seed: seal.seal(master.toString('hex'), roundSeedsPlace),
        published_at: new Date(clock.now()),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return await stored().executeTakeFirstOrThrow();
  };
  const row = (await stored().executeTakeFirst()) ?? (await draw());
  const keys = dayKeysOf(openMaster(seal, row.sealed_seed));
  if (tipOf(keys) !== row.commitment)
    throw new Error('The stored seed of the rounds is not the one that was published.');
  return seedsFrom(keys, row);
}

function seedsFrom(
  keys: readonly Uint8Array[],
  { commitment, first_day: firstDay, published_at }: Selectable<RoundTables['fairness_chain']>,
): RoundSeeds {
  const days = new Map<number, DaySeeds>();
  const keyOf = (day: number): Uint8Array => {
    const key = keys[day - firstDay];
    if (!key) throw new RangeError(`no seeds for day ${day}`);
    return key;
  };
  const ofDay = (day: number): DaySeeds => {
    const seeds = days.get(day) ?? daySeedsOf(keyOf(day));
    days.delete(day);
    days.set(day, seeds);
    const [oldest] = days.keys();
    if (days.size > daysRemembered && oldest !== undefined) days.delete(oldest);
    return seeds;
  };
  return {
    commitment,
    firstDay,
    firstRound: roundAt(published_at.getTime()),
    ofDay,
    ofRound: (round) => hexOf(ofDay(dayOf(round)).seeds[placeOf(round)] as Uint8Array),
    keyOf: (day) => hexOf(keyOf(day)),
  };
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

function openMaster(seal: SecretSeal, sealed: Buffer): Buffer {
  try {
    return Buffer.from(seal.open(sealed, roundSeedsPlace), 'hex');
  } catch (error) {
    throw new Error(
      'The secret seed of the rounds cannot be opened: it was sealed with another key. Start with the key of this database (CARD_KEY, or its key file).',
      { cause: error },
    );
  }
}

/** Publishes the commitments of a day and the next one. Idempotent. */
export async function publishDays(tables: Kysely<RoundTables>, seeds: RoundSeeds, today: number): Promise<void> {
  const rows = [today, today + 1].map((day) => {
    const { tip, drawCommitment } = seeds.ofDay(day);
    // The database dates it.
    return { day, tip, draw_commitment: drawCommitment, published_at: new Date() };
  });
  await tables
    .insertInto('fairness_day')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
