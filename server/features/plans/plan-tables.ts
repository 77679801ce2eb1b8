import type { ColumnType, Generated } from 'kysely';
import type { Interval } from '#core/market/candle.ts';
import type { SettledEnd, StrategyId } from '#core/plans/terms.ts';

/** The feature's tables, for Kysely. */
export interface PlanTables {
  plan_group: {
    id: Generated<bigint>;
    coin: string;
    starts_at: Date;
    engine: number;
    strategy: StrategyId;
    interval: Interval;
    rounds: number;
    leverage: number;
    maximum_profit: number;
    maximum_loss: number;
    fee_rate: number;
    market: string;
    market_hash: string;
  };
  plan_candles: { hash: string; candles: Buffer };
  plan_outcome: {
    group_id: bigint;
    result: number;
    results: number[];
    end: SettledEnd;
    shortfall: number;
    candles_hash: string;
    settled_at: Date;
  };
  plan: {
    member_id: bigint;
    id: string;
    group_id: bigint;
    level: number;
    amount: bigint;
    placed_at: Date;
    income: bigint | null;
    settled_at: ColumnType<Date | null, never, never>;
  };
  member_weight: { member_id: bigint; weight: bigint };
}
