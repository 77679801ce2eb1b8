import type { LimitPeriod } from '#core/limits/loss-limits.ts';

/** Columns of the feature's tables, and of those it reads, as the database gives and takes them. */
export interface LimitTables {
  member_guard: { member_id: bigint };
  loss_limit: {
    member_id: bigint;
    period: LimitPeriod;
    amount: bigint | null;
    next_amount: bigint | null;
    next_at: Date | null;
    time_zone: string;
    changed_at: Date;
  };
  self_exclusion: { member_id: bigint; began_at: Date; ends_at: Date; lifts_at: Date | null; changed_at: Date };
}
