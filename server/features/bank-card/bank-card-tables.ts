import type { Generated } from 'kysely';

/** Columns of the feature's tables, and of those it reads. */
export interface BankCardTables {
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
}
