import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { chainDays, dayKeysOf } from '#core/fairness/day-seeds.ts';
import { tipOf } from '#core/proofs/seed-chain.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import type { SecretSeal } from '#server/platform/secret-seal.ts';

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

type ChainRow = Dated<SeedChain, 'publishedAt'> & { readonly sealedSeed: Buffer };

/** The place that the chains’ last keys are sealed for. */
export const roundSeedsPlace = 'round seeds';

/** The chains, oldest first. */
export async function storedChains(tables: Kysely<unknown>): Promise<ChainRow[]> {
  const { rows } = await sql<ChainRow>`
    select number, first_day as "firstDay", days, commitment, published_at as "publishedAt", sealed_seed as "sealedSeed"
    from fairness_chain order by number`.execute(tables);
  return rows;
}

/** Throws where the chain was sealed with another key, or is not the one that was published. */
export function openChain(seal: SecretSeal, { sealedSeed, ...chain }: ChainRow): OpenChain {
  const keys = dayKeysOf(openMaster(seal, sealedSeed), chain.days);
  if (tipOf(keys) !== chain.commitment)
    throw new Error(`The stored seed of chain ${chain.number} is not the one that was published.`);
  return { ...inMs(chain), keys };
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
  readonly tables: Kysely<unknown>;
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
  const commitment = tipOf(dayKeysOf(master, chainDays.keys));
  const sealed = seal.seal(master.toString('hex'), roundSeedsPlace);
  // The database dates it.
  await sql`
    insert into fairness_chain (number, first_day, days, commitment, sealed_seed, published_at)
    values (${number}, ${firstDay}, ${chainDays.keys}, ${commitment}, ${sealed}, ${new Date(clock.now())})
    on conflict do nothing`.execute(tables);
}
