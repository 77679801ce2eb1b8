import type { LimitPeriod } from '#core/limits/loss-limits.ts';

/** The feature's tables and those it reads, for Kysely. */
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
