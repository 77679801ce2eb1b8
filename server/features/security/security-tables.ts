import type { Generated } from 'kysely';
import type { ActOnMember } from '#contract/operator-acts.ts';
import type { OperatorRole } from '#contract/roles.ts';
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
  account_freeze: {
    member_id: bigint;
    frozen_at: Date;
    holds_until: Generated<Date | null>;
    held_by: Generated<string | null>;
    by_member: Generated<boolean>;
  };
  security_act: {
    member_id: bigint;
    id: string;
    act: SecurityAct;
    detail: string;
    at: Date;
    operator_act: bigint | null;
  };
  operator_act: { id: bigint; role: OperatorRole; act: ActOnMember; reason: string; about: string | null };
}
