import { randomBytes } from 'node:crypto';
import type { Kysely, Selectable } from 'kysely';
import { chainDays, dayKeysOf } from '#core/fairness/day-seeds.ts';
import { tipOf } from '#core/fairness/seed-chain.ts';
import type { SecretSeal } from '#server/platform/secret-seal.ts';
import type { RoundTables } from './round-tables.ts';

/** What is published of a chain of day keys before its first day. */
export interface SeedChain {
  /** From 1, the one of the installation. */
  readonly number: number;
  readonly firstDay: number;
  /** Days that its keys last; the next chain may begin earlier. */
  readonly days: number;
  /** The tip that all its keys lead to, lower-case hex. */
  readonly commitment: string;
  /** Ms of the product clock. */
  readonly publishedAt: number;
}

/** A chain with its secret keys, by the day from its first one on. */
export interface OpenChain extends SeedChain {
  readonly keys: readonly Uint8Array[];
}

type ChainRow = Selectable<RoundTables['fairness_chain']>;

/** The place that the chains’ last keys are sealed for. */
export const roundSeedsPlace = 'round seeds';

/** The chains, oldest first. */
export async function storedChains(tables: Kysely<RoundTables>): Promise<ChainRow[]> {
  return await tables.selectFrom('fairness_chain').selectAll().orderBy('number').execute();
}

/** Throws where the chain was sealed with another key, or is not the one that was published. */
export function openChain(seal: SecretSeal, row: ChainRow): OpenChain {
  const { number, first_day: firstDay, days, commitment, published_at, sealed_seed } = row;
  const keys = dayKeysOf(openMaster(seal, sealed_seed), days);
  if (tipOf(keys) !== commitment)
    throw new Error(`The stored seed of chain ${number} is not the one that was published.`);
  return { number, firstDay, days, commitment, publishedAt: published_at.getTime(), keys };
}

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

interface ChainDependencies {
  readonly tables: Kysely<RoundTables>;
  readonly clock: { now(): number };
  readonly seal: SecretSeal;
}

/** Draws and publishes the chain of the installation, unless another node was first. */
export async function drawFirst(dependencies: ChainDependencies, firstDay: number): Promise<void> {
  await draw(dependencies, 1, firstDay);
}

/** The database takes no chain in the place of one that still has keys, unless it is published a week before; the day may end meanwhile. */
const noticeDays = 8;

/** Draws and publishes the chain that follows the last one, once that has been used for almost a year, unless another node was first. */
export async function commitToNext(
  dependencies: ChainDependencies,
  { number, firstDay, days }: SeedChain,
  today: number,
): Promise<void> {
  const usedUntil = firstDay + Math.min(days, chainDays.used);
  if (today >= usedUntil - chainDays.publishedBefore) {
    await draw(dependencies, number + 1, Math.max(usedUntil, today + noticeDays));
  }
}

async function draw({ tables, clock, seal }: ChainDependencies, number: number, firstDay: number): Promise<void> {
  const master = randomBytes(32);
  await tables
    .insertInto('fairness_chain')
    .values({
      number,
      first_day: firstDay,
      days: chainDays.keys,
      commitment: tipOf(dayKeysOf(master, chainDays.keys)),
      sealed_seed: seal.seal(master.toString('hex'), roundSeedsPlace),
      // The database dates it.
      published_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
