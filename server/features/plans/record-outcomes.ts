import type { Kysely } from 'kysely';
import type { CandleColumns } from '#core/market/candle.ts';
import { failureOf } from '#server/platform/database/database-failure.ts';
import { encodeCandles } from './plan-candles.ts';
import { type StoredOutcome, storedOutcomeOf } from './plan-store.ts';
import type { PlanTables } from './plan-tables.ts';

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
  tables: Kysely<PlanTables>,
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
  tables: Kysely<PlanTables>,
  decided: readonly DecidedGroup[],
): Promise<Map<bigint, StoredOutcome>> {
  // In the same order on every node, to avoid deadlocks.
  const byHash = new Map(decided.map(({ outcome, candles }) => [outcome.candlesHash, candles]));
  const hashes = [...byHash.keys()].sort();
  const groups = decided.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  return tables.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('plan_candles')
      .values(hashes.map((hash) => ({ hash, candles: encodeCandles(byHash.get(hash) as CandleColumns) })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await transaction
      .insertInto('plan_outcome')
      .values(
        groups.map(({ id, outcome }) => ({
          group_id: id,
          result: outcome.result,
          results: [...outcome.results],
          end: outcome.end,
          shortfall: outcome.shortfall,
          candles_hash: outcome.candlesHash,
          settled_at: new Date(outcome.settledAt),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const rows = await transaction
      .selectFrom('plan_outcome')
      .selectAll()
      .where(
        'group_id',
        'in',
        groups.map(({ id }) => id),
      )
      .execute();
    return new Map(
      rows.map((row) => {
        const recorded = storedOutcomeOf(row);
        if (!recorded) throw new Error(`the outcome of plan group ${row.group_id} is incomplete`);
        return [row.group_id, recorded];
      }),
    );
  });
}
