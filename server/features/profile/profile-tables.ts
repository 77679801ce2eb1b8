/** Columns of the tables and views that the feature reads, and of what it changes. */
export interface ProfileTables {
  member: {
    id: bigint;
    username: string;
    locale: string;
    time_zone: string;
    /** Empty when not given. */
    nickname: string;
    real_name: string;
    created_at: Date;
  };
  /** A view. */
  member_protection: {
    member_id: bigint;
    has_withdrawal_password: boolean;
    has_bank_card: boolean;
    is_frozen: boolean;
  };
}
