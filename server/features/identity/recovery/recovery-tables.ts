/** Columns of the feature's tables, and of those it reads. Wall time. */
export interface RecoveryTables {
  account_recovery: {
    member_id: bigint;
    id: string;
    asked_at: Date;
    request_id: string | null;
    password_hash: string | null;
    approved_at: Date | null;
    takes_effect_at: Date | null;
    ended_at: Date | null;
    outcome: RecoveryOutcome | null;
  };
  member: { id: bigint; username: string; password_hash: string };
  password_request: { id: string; member_id: bigint | null; password_hash: string; asked_at: Date };
}

/** `factorUsed`, `passwordUsed`: what was reported lost was used. `expired`: the second approval was not given in time. */
export type RecoveryOutcome = 'done' | 'cancelled' | 'factorUsed' | 'passwordUsed' | 'refused' | 'expired';
