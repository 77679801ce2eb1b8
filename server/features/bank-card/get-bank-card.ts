import type { Kysely } from 'kysely';
import type { BankCard, getBankCard as operation } from '#contract/bank-card.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { CardSeal } from './card-seal.ts';
import { readCards, type StoredCard } from './card-store.ts';

export interface CardDependencies {
  readonly tables: Kysely<unknown>;
  readonly seal: CardSeal;
  /** Protections wait by the wall clock. */
  readonly clock: Pick<ProductClock, 'now' | 'wallNow'>;
}

/** The member's bank card, masked, and its waiting replacement. */
export async function getBankCard(
  { tables, seal, clock }: CardDependencies,
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  const { card, replacement } = await readCards(tables, seal, memberId, clock.wallNow());
  return {
    card: card && cardRecord(card),
    replacement: replacement && { ...cardRecord(replacement), activeFrom: replacement.activeFrom },
  };
}

function cardRecord({ masked, bankName, nameOnCard, boundAt }: StoredCard): BankCard {
  return { masked, bankName, nameOnCard, boundAt };
}
