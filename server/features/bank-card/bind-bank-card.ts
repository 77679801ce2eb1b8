import type { QueryExecutorProvider, Transaction } from 'kysely';
import type { bindBankCard as operation } from '#contract/bank-card.ts';
import { tidied } from '#contract/fields.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { SecurityAct } from '#contract/security-acts.ts';
import { cardDigits, isCardNumber, lastFourOf, maskedCard } from '#core/cards/card-number.ts';
import { cardsOfDayMax, dayLimitMs, freeAgainAt } from '#core/limits/business-limits.ts';
import { cardReplacementMs } from '#core/withdrawals/rules.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import type { IdentityCheck, SecurityGuards } from '#server/platform/reauthentication.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { earnFirst } from '#server/rewards/earn.ts';
import { cancelReplacement, cardsBoundSince, insertCard, openCard, readCards, sealPlace } from './card-store.ts';
import { type CardDependencies, getBankCard } from './get-bank-card.ts';

/** Checks that the owner binds the card, and not just somebody with an open session. */
export interface OwnerCheck extends Omit<SecurityGuards, 'isFrozen'>, Pick<IdentityCheck, 'reauthenticate'> {
  /** Sets the real name of a member who has not given one, in the caller's transaction; returns whether it did. */
  giveFirstName(within: QueryExecutorProvider, memberId: bigint, name: string): Promise<boolean>;
}

export type BindCardDependencies = CardDependencies & { readonly acts: SecurityActs; readonly owner: OwnerCheck };

type CardForm = InputOf<typeof operation>;

/**
 * Binds the first card at once. Replacing a card needs the withdrawal password and takes effect a day later; the member is notified
 * and can cancel. Both need the login password: money will leave to the card. The first card's name becomes the member's real name where
 * the profile has none: withdrawals must match it. Binding the card in use or the waiting one again changes nothing.
 */
export async function bindBankCard(
  dependencies: BindCardDependencies,
  form: CardForm,
  call: Pick<Call, 'cookies' | 'member'>,
): Promise<OutputOf<typeof operation>> {
  const { memberId } = call.member;
  const digits = cardDigits(form.number);
  if (!isCardNumber(digits)) throw new Refusal('cardNumberInvalid');
  await dependencies.owner.requireUnfrozen(memberId);
  const isOwner = await checkOwner(dependencies.owner, memberId, form.password);
  await dependencies.owner.reauthenticate(call, { password: form.login, factor: form.factor });
  const act = await dependencies.tables
    .transaction()
    .execute((transaction) => write(dependencies, transaction, memberId, form, isOwner));
  if (act) await dependencies.acts.announce(memberId, act);
  return getBankCard(dependencies, memberId);
}

/** Requires the withdrawal password if the member has set one; returns whether they have. */
async function checkOwner(owner: OwnerCheck, memberId: bigint, password: string | undefined): Promise<boolean> {
  if (!(await owner.hasWithdrawalPassword(memberId))) return false;
  if (password === undefined) throw new Refusal('withdrawalPasswordMissing');
  await owner.requireWithdrawalPassword(memberId, password);
  return true;
}

async function write(
  { seal, clock, acts, owner }: BindCardDependencies,
  transaction: Transaction<unknown>,
  memberId: bigint,
  { name, number, bank }: CardForm,
  isOwner: boolean,
): Promise<SecurityAct | null> {
  await owner.requireToStayUnfrozen(transaction, memberId);
  await lockInTransaction(transaction, 'bankCardOfMember', memberId);
  const now = clock.wallNow();
  const { card, replacement } = await readCards(transaction, seal, memberId, now);
  const digits = cardDigits(number);
  const secret = { number: digits, name: tidied(name) };
  for (const kept of [card, replacement]) {
    if (kept && isSameCard(await openCard(transaction, seal, memberId, kept.id), secret, bank)) return null;
  }
  if (card && !isOwner) throw new Refusal('withdrawalPasswordUnset');
  await requireRoomForCard(transaction, memberId, now);
  await cancelReplacement(transaction, memberId, now);
  const productNow = Math.trunc(clock.now());
  const id = newPublicId(productNow);
  const isBound = await insertCard(transaction, {
    memberId,
    id,
    sealed: seal.seal(secret, sealPlace(memberId, id)),
    lastFour: lastFourOf(digits),
    bankName: tidied(bank),
    boundAt: now,
    activeFrom: card ? now + cardReplacementMs : now,
  });
  if (!isBound) throw new Error(`the first card of member ${memberId} was bound twice`);
  const isNamed = !card && (await owner.giveFirstName(transaction, memberId, secret.name));
  const act: SecurityAct = card ? 'cardReplacementRequested' : 'cardBound';
  const masked = maskedCard(lastFourOf(digits));
  // The entry says the name where it is the member's from now on.
  await acts.record(transaction, memberId, act, isNamed ? `${masked}, ${secret.name}` : masked);
  await earnFirst('cardBound', memberId, transaction, productNow);
  return act;
}

async function requireRoomForCard(transaction: Transaction<unknown>, memberId: bigint, now: number): Promise<void> {
  const bound = await cardsBoundSince(transaction, memberId, now - dayLimitMs);
  const uses = bound.map((at) => ({ at, amount: 1n }));
  const freeAt = freeAgainAt(uses, 1n, BigInt(cardsOfDayMax), dayLimitMs);
  if (freeAt !== null) throw new Refusal('cardsOfDay', { count: cardsOfDayMax, until: { at: freeAt } });
}

function isSameCard(
  kept: { readonly number: string; readonly name: string; readonly bankName: string },
  given: { readonly number: string; readonly name: string },
  bank: string,
): boolean {
  return kept.number === given.number && kept.name === given.name && kept.bankName === tidied(bank);
}
