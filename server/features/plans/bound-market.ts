import { Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import * as z from 'zod/mini';
import { marketBinding } from '#contract/plans-proof.ts';
import type { CandleColumns } from '#core/market/candle.ts';
import { type BoundMarket, lookbackHashIn, type MarketBinding } from '#core/plans/market-binding.ts';
import { voidFrom } from '#core/plans/void.ts';
import type { Market } from '#server/market/market.ts';
import type { PlanGroup, PlanStart } from './plan-groups.ts';
import { runningGroups } from './running-groups.ts';

/** The binding of a group, from its canonical text. */
export function bindingOf({ market }: Pick<PlanGroup, 'market'>): MarketBinding {
  return z.parse(marketBinding, JSON.parse(market));
}

/** What is read of the market. */
type BindingMarket = Pick<Market, 'binding' | 'coins' | 'source'>;

/** What of this node's market is not what the group was bound to, as `name: bound, now`; empty where all of it is. */
export function marketDifferences(group: PlanGroup, market: BindingMarket): string[] {
  if (!market.coins.some(({ symbol }) => symbol === group.coin)) return [`coin: ${group.coin}, none`];
  const bound: Partial<Record<string, unknown>> = { ...bindingOf(group).market };
  const present: BoundMarket | null = market.binding(group.coin, group.startsAt);
  // Which source it is is known before it has responded: until then it has no candles to settle on either.
  const { kind: source, exchange } = market.source;
  const now: Partial<Record<string, unknown>> = present ? { ...present } : { source, exchange: exchange ?? undefined };
  const names = new Set(present ? [...Object.keys(bound), ...Object.keys(now)] : ['source', 'exchange']);
  return [...names].filter((name) => bound[name] !== now[name]).map((name) => `${name}: ${bound[name]}, ${now[name]}`);
}

/** Whether the candles before the first round are those that the group was bound to. */
export function hasBoundLookback(group: PlanGroup, candles: CandleColumns): boolean {
  const { lookback } = bindingOf(group);
  return lookbackHashIn(candles, lookback) === lookback.hash;
}

/** Throws where a group is about to be settled on another market, or other candles, than it was bound to. */
export function requireBoundCandles(group: PlanGroup, candles: CandleColumns, market: BindingMarket): void {
  const differences = marketDifferences(group, market);
  if (differences.length > 0) throw new Error(`bound to another market (bound, here): ${differences.join('; ')}`);
  if (!hasBoundLookback(group, candles)) {
    throw new Error(
      `the ${bindingOf(group).lookback.rows} candles before the first round are not those that the group was bound to`,
    );
  }
}

/**
 * Refuses to start on another market than running plans were placed on: they would wait forever, or end differently than they
 * were bound to. Those past their deadline do not count: they are void. Call it once the market has started.
 */
export async function requireMarketOfRunningPlans(
  pool: pg.Pool,
  market: BindingMarket,
  clock: { now(): number },
): Promise<void> {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const foreign = (await runningGroups(tables)).flatMap(({ id, group, outcome }) => {
    const isSettled = outcome !== null || clock.now() >= voidFrom(group);
    const differences = isSettled ? [] : marketDifferences(group, market);
    return differences.length > 0 ? [{ id, group, differences }] : [];
  });
  const [first] = foreign;
  if (!first) return;
  const ids = foreign.map(({ id }) => id);
  const last = new Date(Math.max(...foreign.map(({ group }) => voidFrom(group)))).toISOString();
  const { rows } = await sql<{ plans: bigint }>`
    select count(*) as plans from plan where income is null and group_id = any (${ids}::bigint[])`.execute(tables);
  throw new Error(
    `${rows[0]?.plans} running plans were placed on another market than this start would play. Of ${nameOf(first.group)} (bound, here): ` +
      `${first.differences.join('; ')}. Start with the market they were placed on (MARKET_SOURCE, the recording in RECORDING_DIR, ` +
      `the row of market.replay_starts as it is in a backup) until they have ended, and change it then. From ${last} on all of them are ` +
      'void: a start on another market returns their amounts whole.',
  );
}

const nameOf = ({ coin, startsAt }: PlanStart): string => `${coin} from ${new Date(startsAt).toISOString()}`;
