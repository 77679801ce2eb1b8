import type { Kysely, Transaction } from 'kysely';
import { maskedCard } from '#core/cards/card-number.ts';
import type { BankCardTables } from './bank-card-tables.ts';
import type { CardSeal, CardSecret } from './card-seal.ts';

/** A card without its number, which only a payout needs. */
export interface StoredCard {
  readonly id: string;
  readonly masked: string;
  readonly bankName: string;
  readonly nameOnCard: string;
  /** Keyed hash of its number, in hexadecimal. */
  readonly fingerprint: string;
  readonly boundAt: number;
  readonly activeFrom: number;
}

/** The card in use and its waiting replacement. */
export interface MemberCards {
  readonly card: StoredCard | null;
  readonly replacement: StoredCard | null;
}

export interface NewCard {
  readonly memberId: bigint;
  readonly id: string;
  readonly sealed: Buffer;
  readonly lastFour: string;
  readonly bankName: string;
  readonly boundAt: number;
  readonly activeFrom: number;
}

/** Additional authenticated data of a card's seal. */
export const sealPlace = (memberId: bigint, cardId: string): string => `card ${memberId} ${cardId}`;

export async function readCards(
  tables: Kysely<BankCardTables>,
  seal: CardSeal,
  memberId: bigint,
  now: number,
): Promise<MemberCards> {
  const rows = await tables
    .selectFrom('bank_card')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('cancelled_at', 'is', null)
    .orderBy('active_from', 'desc')
    .limit(2)
    .execute();
  const cards = rows.map((row) => {
    const { name, number } = seal.open(row.sealed, sealPlace(memberId, row.id));
    return {
      id: row.id,
      masked: maskedCard(row.last_four),
      bankName: row.bank_name,
      nameOnCard: name,
      fingerprint: seal.fingerprint(number),
      boundAt: row.bound_at.getTime(),
      activeFrom: row.active_from.getTime(),
    };
  });
  return {
    card: cards.find(({ activeFrom }) => activeFrom <= now) ?? null,
    replacement: cards.find(({ activeFrom }) => activeFrom > now) ?? null,
  };
}

/** The name on the member's first card, replaced or not; null for a member who never bound one. */
export async function firstNameOf(
  tables: Kysely<BankCardTables>,
  seal: CardSeal,
  memberId: bigint,
): Promise<string | null> {
  const first = await tables
    .selectFrom('bank_card')
    .select(['id', 'sealed'])
    .where('member_id', '=', memberId)
    // Only the first card counts at once: of two bound in the same millisecond it is the earlier to count.
    .orderBy('active_from')
    .orderBy('bound_at')
    .limit(1)
    .executeTakeFirst();
  return first ? seal.open(first.sealed, sealPlace(memberId, first.id)).name : null;
}

export async function openCard(
  tables: Kysely<BankCardTables>,
  seal: CardSeal,
  memberId: bigint,
  id: string,
): Promise<CardSecret & { readonly bankName: string }> {
  const row = await tables
    .selectFrom('bank_card')
    .select(['sealed', 'bank_name'])
    .where('member_id', '=', memberId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { ...seal.open(row.sealed, sealPlace(memberId, id)), bankName: row.bank_name };
}

/** False when a concurrent request bound the member's first card. */
export async function insertCard(transaction: Transaction<BankCardTables>, card: NewCard): Promise<boolean> {
  const written = await transaction
    .insertInto('bank_card')
    .values({
      member_id: card.memberId,
      id: card.id,
      sealed: card.sealed,
      last_four: card.lastFour,
      bank_name: card.bankName,
      bound_at: new Date(card.boundAt),
      active_from: new Date(card.activeFrom),
      cancelled_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

/** When the member's cards of the last day were bound, replaced ones included, in ms. */
export async function cardsBoundSince(
  tables: Kysely<BankCardTables>,
  memberId: bigint,
  since: number,
): Promise<number[]> {
  const rows = await tables
    .selectFrom('bank_card')
    .select('bound_at')
    .where('member_id', '=', memberId)
    .where('bound_at', '>', new Date(since))
    .execute();
  return rows.map(({ bound_at }) => bound_at.getTime());
}

/** Cancels the waiting replacement; false when there is none. */
export async function cancelReplacement(
  tables: Kysely<BankCardTables>,
  memberId: bigint,
  now: number,
): Promise<boolean> {
  const cancelled = await tables
    .updateTable('bank_card')
    .set({ cancelled_at: new Date(now) })
    .where('member_id', '=', memberId)
    .where('cancelled_at', 'is', null)
    .where('active_from', '>', new Date(now))
    .executeTakeFirst();
  return cancelled.numUpdatedRows > 0n;
}
