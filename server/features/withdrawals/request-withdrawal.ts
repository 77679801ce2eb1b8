import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { InputOf } from '#contract/operation.ts';
import type { requestWithdrawal as operation, Withdrawal } from '#contract/withdrawals.ts';
import { usdt } from '#core/money/amount.ts';
import { isChecksummedAddress } from '#core/withdrawals/address.ts';
import { isSameName } from '#core/withdrawals/names.ts';
import { reviewMs, withdrawalFee } from '#core/withdrawals/rules.ts';
import { AttachedRowsRefused, isStale } from '#server/ledger/failures.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { type RequestIdentity, refusalOfTransfer, requestOnce } from '#server/ledger/request-once.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { MemberIdentity, ReviewPlaces } from './member-identity.ts';
import { withdrawalRecord } from './withdrawal-record.ts';
import { findWithdrawal, hasWithdrawalInReview, hasWithdrawnTo } from './withdrawal-store.ts';
import { holdOf, oneInReview } from './withdrawal-transfers.ts';

export interface RequestWithdrawalDependencies {
  readonly ledger: Pick<Ledger, 'submit' | 'receiptOf' | 'balancesOf'>;
  readonly tables: Kysely<unknown>;
  readonly identity: MemberIdentity;
  readonly places: ReviewPlaces;
  readonly acts: Pick<SecurityActs, 'announce'>;
  readonly clock: { now(): number };
}

export type WithdrawalRequest = InputOf<typeof operation>;

export type WithdrawalCall = Pick<Call, 'cookies' | 'member' | 'idempotencyKey'>;

interface Destination {
  /** The masked card, or the address. */
  readonly destination: string;
  /** Hexadecimal, 32 bytes. */
  readonly destinationHash: string;
  readonly cardId: string | null;
}

/**
 * Records a withdrawal and holds its amount in one transaction. A repeated request (same member, same key) returns the withdrawal of
 * the first one, even when it would be refused by now.
 */
export async function requestWithdrawal(
  dependencies: RequestWithdrawalDependencies,
  request: WithdrawalRequest,
  call: WithdrawalCall,
): Promise<Withdrawal> {
  const { memberId } = call.member;
  const { method, amount, address = '', comment = '' } = request;
  const id = await requestOnce(
    dependencies.ledger,
    {
      idempotencyKey: call.idempotencyKey,
      input: { method, amount, address, comment },
      transferKey: (requestKey) => `withdraw:${memberId}:${requestKey}:hold`,
    },
    (identity) => hold(dependencies, request, call, identity),
    async (earlier) => earlier,
  );
  return await recordOf(dependencies.tables, memberId, id);
}

async function hold(
  dependencies: RequestWithdrawalDependencies,
  request: WithdrawalRequest,
  call: WithdrawalCall,
  identity: RequestIdentity,
): Promise<string> {
  const { memberId } = call.member;
  const { method, amount, comment = '' } = request;
  const to = await destinationOf(dependencies.identity, memberId, request);
  if (await dependencies.identity.isFrozen(memberId)) throw new Refusal('accountFrozen');
  const onlyOne = (await dependencies.places.of(memberId)) === 'one';
  if (onlyOne && (await hasWithdrawalInReview(dependencies.tables, memberId))) throw new Refusal('withdrawalInReview');
  await requireFunds(dependencies, memberId, amount);
  // Checked last, because each wrong attempt counts: an otherwise invalid request must not use up attempts.
  await dependencies.identity.requireWithdrawalPassword(memberId, request.password);
  const isNewAddress = method === 'address' && !(await hasWithdrawnTo(dependencies.tables, memberId, to.destination));
  if (isNewAddress)
    await dependencies.identity.reauthenticate(call, { password: request.login, factor: request.factor });

  const now = Math.trunc(dependencies.clock.now());
  const id = newPublicId(now);
  const withdrawal = {
    memberId,
    id,
    method,
    amount,
    fee: withdrawalFee(method, amount),
    ...to,
    comment: comment.trim(),
    requestedAt: now,
    reviewEndsAt: now + reviewMs,
    onlyOne,
    act: isNewAddress ? { id: newPublicId(now), act: 'payoutAddressAdded' as const } : null,
  };
  try {
    const outcome = await dependencies.ledger.submit(holdOf(withdrawal, identity));
    if (outcome.status === 'refused') throw refusalOfTransfer(outcome);
    if (isNewAddress) await dependencies.acts.announce(memberId, 'payoutAddressAdded');
    return outcome.reference;
  } catch (error) {
    // A concurrent request took the place in review.
    if (error instanceof AttachedRowsRefused && error.constraint === oneInReview)
      throw new Refusal('withdrawalInReview');
    // A freeze alone leaves the row out.
    if (isStale(error)) throw new Refusal('accountFrozen');
    throw error;
  }
}

async function destinationOf(
  identity: MemberIdentity,
  memberId: bigint,
  { method, address = '', card: seen }: WithdrawalRequest,
): Promise<Destination> {
  if (method === 'address') {
    if (address === '') throw new Refusal('addressMissing');
    if (!isChecksummedAddress(address)) throw new Refusal('addressInvalid');
    return { destination: address, destinationHash: hash('sha256', address), cardId: null };
  }
  const card = await identity.cardOf(memberId);
  if (!card) throw new Refusal('cardUnset');
  if (seen !== undefined && seen !== card.id) throw new Refusal('cardChanged');
  const realName = await identity.realNameOf(memberId);
  if (realName === null || !isSameName(realName, card.nameOnCard)) throw new Refusal('nameMismatch');
  return { destination: card.masked, destinationHash: card.fingerprint, cardId: card.id };
}

/** An early check without a lock; the ledger checks again under the lock of the balance. */
async function requireFunds(
  { ledger }: RequestWithdrawalDependencies,
  memberId: bigint,
  amount: bigint,
): Promise<void> {
  const available = (await ledger.balancesOf(memberId))?.available ?? usdt(0n);
  if (available < amount) throw new Refusal('insufficientFunds', { available });
}

async function recordOf(tables: Kysely<unknown>, memberId: bigint, id: string): Promise<Withdrawal> {
  const withdrawal = await findWithdrawal(tables, memberId, id);
  if (!withdrawal) throw new Error(`withdrawal ${id} of member ${memberId} was held and is not there`);
  return withdrawalRecord(withdrawal);
}
