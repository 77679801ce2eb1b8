/** Columns of the feature's tables, and of those it reads. Wall time. */
export interface RecoveryTables {
  account_recovery: {
    member_id: bigint;
    id: string;
    asked_at: Date;
    approved_at: Date | null;
    takes_effect_at: Date | null;
    ended_at: Date | null;
    outcome: RecoveryOutcome | null;
  };
  account_recovery_word: {
    member_id: bigint;
    recovery_id: string;
    operator: string;
    word: RecoveryWord;
    note: string;
    at: Date;
  };
  account_freeze: { member_id: bigint; holds_until: Date | null };
  authenticator: { member_id: bigint; confirmed_at: Date | null };
  member: { id: bigint; username: string };
}

export type RecoveryWord = 'approved' | 'refused';

/** `factorUsed`: what was said to be lost was used. */
export type RecoveryOutcome = 'done' | 'cancelled' | 'factorUsed' | 'refused';
