import { type Kysely, sql, type Transaction } from 'kysely';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { bindBankCard as operation } from '#contract/security.ts';
import type { SecurityAct } from '#contract/states.ts';
import { cardDigits, isCardNumber, lastFourOf, maskedCard } from '#core/cards/card-number.ts';
import { cardReplacementMs } from '#core/withdrawals/rules.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { cancelReplacement, insertCard, openCard, readCards, sealPlace } from './card-store.ts';
import { earnOnce } from './earn-once.ts';
import { requireUnfrozen } from './freeze.ts';
import { type FundPasswordNeeds, hasFundPassword, requireFundPassword } from './fund-passwords.ts';
import { type CardNeeds, getBankCard } from './get-bank-card.ts';
import type { IdentityCheck } from './identity-check.ts';
import type { SecurityTables } from './security-tables.ts';

export type BindCardNeeds = FundPasswordNeeds &
  CardNeeds & { readonly acts: SecurityActs; readonly identity: Pick<IdentityCheck, 'requireFactor'> };

type CardForm = InputOf<typeof operation>;

/**
 * Binds the first card at once. A card in place of another takes the withdrawal password and effect a day later, so that its owner,
 * who is told, can call it off. The card in use again changes nothing.
 */
export async function bindBankCard(
  needs: BindCardNeeds,
  memberId: bigint,
  form: CardForm,
): Promise<OutputOf<typeof operation>> {
  const digits = cardDigits(form.number);
  if (!isCardNumber(digits)) throw new Refusal('cardNumberInvalid');
  await requireUnfrozen(needs.tables, memberId);
  const isOwner = await checkOwner(needs, memberId, form.password);
  await needs.identity.requireFactor(memberId, form.factor);
  const act = await needs.tables
    .transaction()
    .execute((transaction) => write(needs, transaction, memberId, form, isOwner));
  if (act) await needs.acts.announce(memberId, act);
  return getBankCard(needs, memberId);
}

/** Asks for the withdrawal password as soon as there is one; false while there is none. */
async function checkOwner(needs: BindCardNeeds, memberId: bigint, password: string | undefined): Promise<boolean> {
  if (!(await hasFundPassword(needs.tables, memberId))) return false;
  if (password === undefined) throw new Refusal('fundPasswordMissing');
  await requireFundPassword(needs, memberId, password);
  return true;
}

async function write(
  { seal, clock, acts }: BindCardNeeds,
  transaction: Transaction<SecurityTables>,
  memberId: bigint,
  { name, number, bank }: CardForm,
  isOwner: boolean,
): Promise<SecurityAct | null> {
  await lockMember(transaction, memberId);
  const now = Math.trunc(clock.now());
  const { card } = await readCards(transaction, seal, memberId, now);
  const digits = cardDigits(number);
  const secret = { number: digits, name: name.trim().replace(/ +/g, ' ').normalize('NFC') };
  if (card && isSameCard(await openCard(transaction, seal, memberId, card.id), secret, bank)) return null;
  if (card && !isOwner) throw new Refusal('fundPasswordUnset');
  await cancelReplacement(transaction, memberId, now);
  const id = newPublicId(now);
  const isBound = await insertCard(transaction, {
    memberId,
    id,
    sealed: seal.seal(secret, sealPlace(memberId, id)),
    lastFour: lastFourOf(digits),
    bankName: bank.trim(),
    boundAt: now,
    activeFrom: card ? now + cardReplacementMs : now,
  });
  if (!isBound) throw new Error(`the first card of member ${memberId} was bound twice`);
  const act: SecurityAct = card ? 'cardReplacementRequested' : 'cardBound';
  await acts.record(transaction, memberId, act, maskedCard(lastFourOf(digits)));
  await earnOnce(transaction, memberId, 'cardBound', now);
  return act;
}

function isSameCard(
  kept: { readonly number: string; readonly name: string; readonly bankName: string },
  given: { readonly number: string; readonly name: string },
  bank: string,
): boolean {
  return kept.number === given.number && kept.name === given.name && kept.bankName === bank.trim();
}

/** One change of a member's card at a time, on whatever node. */
async function lockMember(transaction: Kysely<SecurityTables>, memberId: bigint): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank card ${memberId}`}, 0))`.execute(transaction);
}
