import { type QueryExecutorProvider, sql } from 'kysely';
import { maskedCard } from '#core/cards/card-number.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
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
  within: QueryExecutorProvider,
  seal: CardSeal,
  memberId: bigint,
  now: number,
): Promise<MemberCards> {
  const { rows } = await sql<{
    id: string;
    sealed: Buffer;
    lastFour: string;
    bankName: string;
    boundAt: Date;
    activeFrom: Date;
  }>`
    select id, sealed, last_four as "lastFour", bank_name as "bankName", bound_at as "boundAt", active_from as "activeFrom"
    from bank_card where member_id = ${memberId} and cancelled_at is null order by active_from desc limit 2`.execute(
    within,
  );
  const cards = rows.map(inMs).map(({ sealed, lastFour, ...card }) => {
    const { name, number } = seal.open(sealed, sealPlace(memberId, card.id));
    return { ...card, masked: maskedCard(lastFour), nameOnCard: name, fingerprint: seal.fingerprint(number) };
  });
  return {
    card: cards.find(({ activeFrom }) => activeFrom <= now) ?? null,
    replacement: cards.find(({ activeFrom }) => activeFrom > now) ?? null,
  };
}

/** The name on the member's first card, replaced or not; null for a member who never bound one. */
export async function firstNameOf(
  within: QueryExecutorProvider,
  seal: CardSeal,
  memberId: bigint,
): Promise<string | null> {
  // Only the first card counts at once: of two bound in the same millisecond it is the earlier to count.
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed from bank_card where member_id = ${memberId} order by active_from, bound_at limit 1`.execute(
    within,
  );
  return rows[0] ? seal.open(rows[0].sealed, sealPlace(memberId, rows[0].id)).name : null;
}

export async function openCard(
  within: QueryExecutorProvider,
  seal: CardSeal,
  memberId: bigint,
  id: string,
): Promise<CardSecret & { readonly bankName: string }> {
  const { rows } = await sql<{ sealed: Buffer; bankName: string }>`
    select sealed, bank_name as "bankName" from bank_card where member_id = ${memberId} and id = ${id}`.execute(within);
  const [card] = rows;
  if (!card) throw new Error(`member ${memberId} has no card ${id}`);
  return { ...seal.open(card.sealed, sealPlace(memberId, id)), bankName: card.bankName };
}

/** False when a concurrent request bound the member's first card. */
export async function insertCard(
  within: QueryExecutorProvider,
  { memberId, id, sealed, lastFour, bankName, boundAt, activeFrom }: NewCard,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into bank_card (member_id, id, sealed, last_four, bank_name, bound_at, active_from)
    values (${memberId}, ${id}, ${sealed}, ${lastFour}, ${bankName}, ${new Date(boundAt)}, ${new Date(activeFrom)})
    on conflict do nothing`.execute(within);
  return numAffectedRows === 1n;
}

/** When the member's cards of the last day were bound, replaced ones included, in ms. */
export async function cardsBoundSince(
  within: QueryExecutorProvider,
  memberId: bigint,
  since: number,
): Promise<number[]> {
  const { rows } = await sql<{ at: Date }>`
    select bound_at as at from bank_card where member_id = ${memberId} and bound_at > ${new Date(since)}`.execute(
    within,
  );
  return rows.map(({ at }) => at.getTime());
}

/** Cancels the waiting replacement; false when there is none. */
export async function cancelReplacement(
  within: QueryExecutorProvider,
  memberId: bigint,
  now: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update bank_card set cancelled_at = ${new Date(now)}
    where member_id = ${memberId} and cancelled_at is null and active_from > ${new Date(now)}`.execute(within);
  return numAffectedRows !== 0n;
}
