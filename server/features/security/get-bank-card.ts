import type { Kysely } from 'kysely';
import type { OutputOf } from '#contract/operation.ts';
import type { BankCard, getBankCard as operation } from '#contract/security.ts';
import type { CardSeal } from './card-seal.ts';
import { readCards, type StoredCard } from './card-store.ts';
import type { SecurityTables } from './security-tables.ts';

export interface CardNeeds {
  readonly tables: Kysely<SecurityTables>;
  readonly seal: CardSeal;
  /** The product clock. */
  readonly clock: { now(): number };
}

/** The member's bank card, masked, and the one that waits to replace it. */
export async function getBankCard(
  { tables, seal, clock }: CardNeeds,
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  const { card, replacement } = await readCards(tables, seal, memberId, clock.now());
  return {
    card: card && cardRecord(card),
    replacement: replacement && { ...cardRecord(replacement), activeFrom: replacement.activeFrom },
  };
}

function cardRecord({ masked, bankName, nameOnCard, boundAt }: StoredCard): BankCard {
  return { masked, bankName, nameOnCard, boundAt };
}
