import type { Kysely, Transaction } from 'kysely';
import type {
  markDepositProof as markOperation,
  refuseDeposit as refuseOperation,
} from '#contract/deposits-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { type MemberEvents, publishToMemberWithin } from '#server/platform/events/member-events.ts';
import { lockInTransaction } from '#server/platform/locks.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import { requireMember } from '#server/platform/named-member.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { type DepositTables, findDeposit, reviewDeposit, type StoredDeposit } from './deposit-store.ts';

export interface ReviewDepositDependencies {
  readonly tables: Kysely<DepositTables>;
  readonly memberNumbers: Pick<MemberNumbers, 'idOf'>;
  readonly clock: Pick<ProductClock, 'now'>;
}

/**
 * Marks the proof of an announced deposit as looked at; the second time changes nothing. Throws `depositUnknown`, `depositUnproven` or
 * `depositArrived`.
 */
export async function markDepositProof(
  dependencies: ReviewDepositDependencies,
  input: InputOf<typeof markOperation>,
  by: ActingOperator,
): Promise<OutputOf<typeof markOperation>> {
  return await withAnnounced(dependencies, input, async (transaction, deposit) => {
    if (deposit.image === null) throw new Refusal('depositUnproven');
    if (deposit.reviewedAt !== null) return;
    const { memberId, id } = deposit;
    await reviewDeposit(transaction, deposit, { by: by.operator, at: dependencies.clock.now(), refusal: null });
    await recordOperatorAct(transaction, {
      by,
      act: 'depositProofSeen',
      subject: `deposit ${id}`,
      memberId,
      reason: '',
    });
  });
}

/** Refuses an announced deposit that nothing came in for. Throws `depositUnknown` or `depositArrived`. */
export async function refuseDeposit(
  dependencies: ReviewDepositDependencies,
  { reason, ...input }: InputOf<typeof refuseOperation>,
  by: ActingOperator,
): Promise<OutputOf<typeof refuseOperation>> {
  return await withAnnounced(dependencies, input, async (transaction, deposit) => {
    const { memberId, id } = deposit;
    await reviewDeposit(transaction, deposit, { by: by.operator, at: dependencies.clock.now(), refusal: reason });
    await recordOperatorAct(transaction, { by, act: 'depositRefused', subject: `deposit ${id}`, memberId, reason });
  });
}

/** Decides on a deposit that nothing came in for, under the locks of everything else that moves it, and notifies its member. */
async function withAnnounced(
  { tables, memberNumbers }: ReviewDepositDependencies,
  { member, deposit: id }: { readonly member: string; readonly deposit: string },
  decide: (transaction: Transaction<DepositTables>, deposit: StoredDeposit) => Promise<void>,
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
