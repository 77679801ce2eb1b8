import type { Generated } from 'kysely';
import type { SecurityAct } from '#contract/states.ts';

/** Columns of the feature's tables, and of those it reads, as the database gives and takes them. */
export interface SecurityTables {
  fund_password: {
    member_id: bigint;
    password_hash: string;
    set_at: Date;
    failures: Generated<number>;
    last_failed_at: Generated<Date>;
    locked_until: Generated<Date>;
  };
  fund_password_reset: { member_id: bigint; password_hash: string; requested_at: Date; active_from: Date };
  bank_card: {
    member_id: bigint;
    id: string;
    sealed: Buffer;
    last_four: string;
    bank_name: string;
    bound_at: Date;
    active_from: Date;
    cancelled_at: Date | null;
  };
  card_key: { only_row: Generated<boolean>; fingerprint: Buffer };
  account_freeze: { member_id: bigint; frozen_at: Date; holds_until: Generated<Date | null> };
  security_act: { member_id: bigint; id: string; act: SecurityAct; detail: string; at: Date };
  weight_entry: { member_id: bigint; kind: string; reference: string; points: number; earned_at: Date };
  member: { id: bigint; real_name: string };
  authenticator: { member_id: bigint };
}
