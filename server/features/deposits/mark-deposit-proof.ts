import type { markDepositProof as operation } from '#contract/deposits-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { reviewDeposit } from './deposit-store.ts';
import { type ReviewDepositDependencies, withAnnounced } from './review-deposit.ts';

/**
 * Marks the proof of an announced deposit as looked at; the second time changes nothing. Throws `depositUnknown`, `depositUnproven` or
 * `depositArrived`.
 */
export async function markDepositProof(
  dependencies: ReviewDepositDependencies,
  input: InputOf<typeof operation>,
  by: ActingOperator,
): Promise<OutputOf<typeof operation>> {
  return await withAnnounced(dependencies, input, async (transaction, deposit) => {
    if (deposit.image === null) throw new Refusal('depositUnproven');
    if (deposit.reviewedAt !== null) return;
    const { memberId, id } = deposit;
    await reviewDeposit(transaction, deposit, { by: by.operator, at: dependencies.clock.now(), refusal: null });
    await recordOperatorAct(transaction, { by, act: 'depositProofSeen', subject: `deposit ${id}`, memberId });
  });
}
