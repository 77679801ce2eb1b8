import type { Kysely } from 'kysely';
import { readCards, type StoredCard } from './card-store.ts';
import { isFrozen } from './freeze.ts';
import { type FundPasswordNeeds, hasFundPassword, requireFundPassword } from './fund-passwords.ts';
import type { CardNeeds } from './get-bank-card.ts';
import type { SecurityTables } from './security-tables.ts';

/** What a payout has to know of the member: who it is, and where the money may go. */
export interface PayoutIdentity {
  /** Throws `fundPasswordUnset`, `fundPasswordLocked` or `fundPasswordWrong`. */
  requireFundPassword(memberId: bigint, password: string): Promise<void>;
  hasFundPassword(memberId: bigint): Promise<boolean>;
  isFrozen(memberId: bigint): Promise<boolean>;
  /** The card in use now. */
  cardOf(memberId: bigint): Promise<StoredCard | null>;
  /** The real name of the profile, or null where none is given. */
  realNameOf(memberId: bigint): Promise<string | null>;
}

export function payoutIdentity(needs: FundPasswordNeeds & CardNeeds): PayoutIdentity {
  const { tables, seal, clock } = needs;
  return {
    requireFundPassword: async (memberId, password) => {
      await requireFundPassword(needs, memberId, password);
    },
    hasFundPassword: (memberId) => hasFundPassword(tables, memberId),
    isFrozen: (memberId) => isFrozen(tables, memberId),
    cardOf: async (memberId) => (await readCards(tables, seal, memberId, clock.now())).card,
    realNameOf: (memberId) => realNameOf(tables, memberId),
  };
}

async function realNameOf(tables: Kysely<SecurityTables>, memberId: bigint): Promise<string | null> {
  const row = await tables.selectFrom('member').select('real_name').where('id', '=', memberId).executeTakeFirst();
  return row?.real_name || null;
}
