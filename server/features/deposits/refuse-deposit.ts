import type { refuseDeposit as operation } from '#contract/deposits-operators.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { type ActingOperator, recordOperatorAct } from '#server/platform/operators/operator-acts.ts';
import { reviewDeposit } from './deposit-store.ts';
import { type ReviewDepositDependencies, withAnnounced } from './review-deposit.ts';

/** Refuses an announced deposit that nothing came in for. Throws `depositUnknown` or `depositArrived`. */
export async function refuseDeposit(
  dependencies: ReviewDepositDependencies,
  { reason, ...input }: InputOf<typeof operation>,
  by: ActingOperator,
): Promise<OutputOf<typeof operation>> {
  return await withAnnounced(dependencies, input, async (transaction, deposit) => {
    const { memberId, id } = deposit;
    await reviewDeposit(transaction, deposit, { by: by.operator, at: dependencies.clock.now(), refusal: reason });
    await recordOperatorAct(transaction, { by, act: 'depositRefused', subject: `deposit ${id}`, memberId, reason });
  });
}
