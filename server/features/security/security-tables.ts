import type { Generated } from 'kysely';
import type { SecurityAct } from '#contract/states.ts';

/** Columns of the feature's tables, and of those it reads. */
export interface SecurityTables {
  withdrawal_password: {
    member_id: bigint;
    password_hash: string;
    set_at: Date;
    failures: Generated<number>;
    last_failed_at: Generated<Date>;
    locked_until: Generated<Date>;
  };
  withdrawal_password_reset: { member_id: bigint; password_hash: string; requested_at: Date; active_from: Date };
  account_freeze: { member_id: bigint; frozen_at: Date; holds_until: Generated<Date | null> };
  security_act: { member_id: bigint; id: string; act: SecurityAct; detail: string; at: Date };
}
