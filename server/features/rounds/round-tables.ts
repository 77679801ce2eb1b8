import type { ColumnType } from 'kysely';
import type { FollowEnd } from '#contract/round-records.ts';
import type { Category } from '#core/rounds/categories.ts';

/** The feature's tables, for Kysely. Timestamps are of the product clock. */
export interface RoundTables {
  fairness_chain: {
    number: number;
    first_day: number;
    days: number;
    commitment: string;
    sealed_seed: Buffer;
    published_at: Date;
  };
  fairness_day: { day: number; tip: string; draw_commitment: string; published_at: Date };
  round_order: {
    member_id: bigint;
    id: string;
    round_id: bigint;
    category: Category;
    stake: bigint;
    winnings: bigint;
    salt: Buffer;
    follow_id: string | null;
    placed_at: Date;
    income: bigint | null;
    settled_at: Date | null;
  };
  round_follow: {
    member_id: bigint;
    id: string;
    category: Category;
    stake: bigint;
    winnings: bigint;
    rounds: number;
    stop_on_win: boolean;
    loss_limit: bigint | null;
    placed_at: Date;
    last_round: bigint;
    placed: number;
    done: number;
    income: bigint;
    end: FollowEnd | null;
    ended_at: Date | null;
  };
  round_closing: {
    round_id: bigint;
    statement: ColumnType<unknown, string>;
    digest: string;
    orders: number;
    staked: bigint;
    closed_at: Date;
  };
  round_end: {
    round_id: bigint;
    seed: string;
    beacon: ColumnType<unknown, string | null>;
    /** Left out: the database decides it. */
    is_void: ColumnType<boolean, undefined>;
    ended_at: Date;
  };
  round_payment: { round_id: bigint; paid: ColumnType<unknown, string>; paid_at: Date };
}
