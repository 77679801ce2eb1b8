import { hash as digest, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { distinctDays, drawDay } from '#core/market/replay-order.ts';
import { chainDaysMax, chainOf, tipOf } from '#core/proofs/seed-chain.ts';
import { dayMs } from '#core/time/lengths.ts';
import type { SecretSeal } from '#server/platform/secret-seal.ts';
import type { MarketClock } from '../source.ts';
import type { Recordings } from './recordings.ts';

/** The order of one installation: which recorded day plays when, and what of it is public. */
export class ReplayOrder {
  /** Product time at which day 0 begins: midnight UTC. */
  readonly start: number;
  /** Published before day 0: the tip of the keys. */
  readonly commitment: string;
  readonly #keys: readonly Uint8Array[];
  readonly #recordedDays: number;
  readonly #origins: number[] = [];

  constructor(start: number, seed: Uint8Array, recordedDays: number) {
    this.start = start;
    this.#keys = chainOf(seed, chainDaysMax, (key) => digest('sha256', key, 'buffer'));
    this.commitment = tipOf(this.#keys);
    this.#recordedDays = recordedDays;
  }

  /** The recorded day, from 0, that plays on a day of the replay; null outside of the days committed to. */
  originOf(day: number): number | null {
    if (day < 0 || day >= chainDaysMax) return null;
    for (let next = this.#origins.length; next <= day; next++) {
      this.#origins.push(drawDay(this.#keys[next] as Uint8Array, this.#recordedDays, this.#origins));
    }
    return this.#origins[day] as number;
  }

  /** The newest day that has been played entirely by product time `now`, with its key in hexadecimal digits; null before one has. */
  revealed(now: number): { readonly day: number; readonly key: string } | null {
    const day = Math.min(chainDaysMax, Math.floor((now - this.start) / dayMs)) - 1;
    return day < 0 ? null : { day, key: Buffer.from(this.#keys[day] as Uint8Array).toString('hex') };
  }
}

/** The place that the seed of a recording's replay is sealed for. */
export const replaySeedPlace = (recording: string): string => `replay seed ${recording}`;

/**
 * The order in which a recording is replayed, as the database has it. The first node ever to play the recording draws the seed
 * and sets the start, about two thirds of the recording before today, so that there is a history; every node and every later
 * start gets the same. Throws where the seed was sealed with another key.
 */
export async function openReplayOrder(
  pool: pg.Pool,
  clock: MarketClock,
  recordings: Recordings,
  seal: SecretSeal,
): Promise<ReplayOrder> {
  const { hash, days } = recordings;
  const stored = () =>
    pool.query<{ start: number; commitment: string; sealed: Buffer }>(
      'select starts_at_ms::float8 as start, commitment, sealed_seed as sealed from market.replay_starts where recording = $1',
      [hash],
    );
  const draw = async () => {
    const start = (Math.floor(clock.now() / dayMs) - distinctDays(days.length)) * dayMs;
    const seed = randomBytes(32);
    const { commitment } = new ReplayOrder(start, seed, days.length);
    const sealed = seal.seal(seed.toString('hex'), replaySeedPlace(hash));
    await pool.query(
      `insert into market.replay_starts (recording, starts_at_ms, commitment, sealed_seed) values ($1, $2, $3, $4)
       on conflict (recording) do nothing`,
      [hash, start, commitment, sealed],
    );
    return (await stored()).rows[0];
  };
  const row = (await stored()).rows[0] ?? (await draw());
  if (!row) throw new Error('the start of the replay was not stored');
  const order = new ReplayOrder(row.start, openSeed(seal, row.sealed, hash), days.length);
  if (order.commitment !== row.commitment) {
    throw new Error(`The stored seed of the replay is not the one whose hash was published, ${row.commitment}.`);
  }
  return order;
}

function openSeed(seal: SecretSeal, sealed: Buffer, recording: string): Buffer {
  try {
    return Buffer.from(seal.open(sealed, replaySeedPlace(recording)), 'hex');
  } catch (error) {
    throw new Error(
      'The secret seed of the replay cannot be opened: it was sealed with another key. Start with the key of this database (CARD_KEY, or its key file).',
      { cause: error },
    );
  }
}
