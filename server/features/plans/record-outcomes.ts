import { type Kysely, sql } from 'kysely';
import type { CandleColumns } from '#core/market/candle.ts';
import { failureOf } from '#server/platform/database/database-failure.ts';
import { encodeCandles } from './plan-candles.ts';
import { type OutcomeRow, outcomeColumns, type StoredOutcome, storedOutcomeOf } from './plan-store.ts';

/** A group's outcome, with the candles that prove it. */
export interface DecidedGroup {
  readonly id: bigint;
  readonly outcome: StoredOutcome;
  readonly candles: CandleColumns;
}

/**
 * Records outcomes of groups and returns the recorded one of each: the first recorded is final. One that the database refuses is passed to
 * `noteRefused` and keeps no other from being recorded.
 */
export async function recordOutcomes(
  tables: Kysely<unknown>,
  decided: readonly DecidedGroup[],
  noteRefused: (group: DecidedGroup, reason: unknown) => void,
): Promise<Map<bigint, StoredOutcome>> {
  const [first] = decided;
  if (!first) return new Map();
  try {
    return await recordTogether(tables, decided);
  } catch (error) {
    if (failureOf(error) !== 'refused') throw error;
    if (decided.length === 1) {
      noteRefused(first, error);
      return new Map();
    }
    const middle = decided.length >> 1;
    const left = await recordOutcomes(tables, decided.slice(0, middle), noteRefused);
    const right = await recordOutcomes(tables, decided.slice(middle), noteRefused);
    return new Map([...left, ...right]);
  }
}

async function recordTogether(
  tables: Kysely<unknown>,
  decided: readonly DecidedGroup[],
): Promise<Map<bigint, StoredOutcome>> {
  // In the same order on every node, to avoid deadlocks.
  const byHash = new Map(decided.map(({ outcome, candles }) => [outcome.candlesHash, candles]));
  const hashes = [...byHash.keys()].sort();
  const groups = decided.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  return tables.transaction().execute(async (transaction) => {
    const candles = hashes.map((hash) => encodeCandles(byHash.get(hash) as CandleColumns));
    await sql`
      insert into plan_candles (hash, candles) select * from unnest(${hashes}::text[], ${candles}::bytea[])
      on conflict do nothing`.execute(transaction);
    const outcomes = groups.map(
      ({ id, outcome: { result, results, end, shortfall, candlesHash, settledAt } }) =>
        sql`(${id}, ${result}, ${results}, ${end}, ${shortfall}, ${candlesHash}, ${new Date(settledAt)})`,
    );
    await sql`
      insert into plan_outcome (group_id, result, results, "end", shortfall, candles_hash, settled_at)
      values ${sql.join(outcomes)} on conflict do nothing`.execute(transaction);
    const { rows } = await sql<OutcomeRow & { readonly id: bigint }>`
      select group_id as id, outcome.settled_at as "settledAt", ${outcomeColumns} from plan_outcome as outcome
      where group_id = any(${groups.map(({ id }) => id)}::bigint[])`.execute(transaction);
    return new Map(
      rows.map(({ id, ...row }) => {
        const recorded = storedOutcomeOf(row);
        if (!recorded) throw new Error(`the outcome of plan group ${id} is incomplete`);
        return [id, recorded];
      }),
    );
  });
}
