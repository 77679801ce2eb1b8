import type { Kysely, Transaction } from 'kysely';
import type { ProductClock } from '#server/platform/clock.ts';
import { publishToMemberWithin } from '#server/platform/events/member-events.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { requireMember } from '#server/platform/named-member.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { findDeposit, type StoredDeposit } from './deposit-store.ts';

export interface ReviewDepositDependencies {
  readonly tables: Kysely<unknown>;
  readonly memberNumbers: Pick<MemberNumbers, 'idOf'>;
  readonly clock: Pick<ProductClock, 'now'>;
}

/**
 * Decides on a deposit that nothing came in for, under the locks of everything else that moves it, and notifies its member. Throws
 * `memberUnknown`, `depositUnknown` or `depositArrived`.
 */
export async function withAnnounced(
  { tables, memberNumbers }: ReviewDepositDependencies,
  { member, deposit: id }: { readonly member: string; readonly deposit: string },
  decide: (transaction: Transaction<unknown>, deposit: StoredDeposit) => Promise<void>,
): Promise<{ id: string }> {
  const { memberId } = await requireMember(tables, memberNumbers, member);
  await tables.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'depositsOfMember', memberId);
    const deposit = await findDeposit(transaction, memberId, id);
    if (!deposit) throw new Refusal('depositUnknown');
    if (deposit.state !== 'requested' || deposit.transfer !== null) throw new Refusal('depositArrived');
    await decide(transaction, deposit);
    const { state, confirmations } = (await findDeposit(transaction, memberId, id)) ?? deposit;
    await publishToMemberWithin(transaction, memberId, { name: 'deposit', value: { id, state, confirmations } });
  });
  return { id };
}
