import { type Binding, bindAll, passwordWeight } from '#server/platform/http/binding.ts';
import { type CancelWithdrawalDependencies, cancelWithdrawal } from './cancel-withdrawal.ts';
import { getPayoutTimes } from './get-payout-times.ts';
import { getWithdrawal } from './get-withdrawal.ts';
import { listReviewedWithdrawals, type ReviewedDependencies } from './list-reviewed-withdrawals.ts';
import { listWithdrawals } from './list-withdrawals.ts';
import { quoteWithdrawal } from './quote-withdrawal.ts';
import { type RequestWithdrawalDependencies, requestWithdrawal } from './request-withdrawal.ts';
import { withdrawalsContract } from './withdrawals-contract.ts';

const timesSharedMs = 10_000;

export function withdrawalRoutes(
  dependencies: RequestWithdrawalDependencies & CancelWithdrawalDependencies & ReviewedDependencies,
): readonly Binding[] {
  const { tables, clock } = dependencies;
  return bindAll('withdrawals', withdrawalsContract, {
    quoteWithdrawal: (input, { member }) => quoteWithdrawal(dependencies, member.memberId, input),
    requestWithdrawal: {
      handler: (input, call) => requestWithdrawal(dependencies, input, call),
      weight: passwordWeight,
    },
    listWithdrawals: ({ before }, { member }) => listWithdrawals(tables, member.memberId, before ?? null),
    getWithdrawal: ({ withdrawal }, { member }) => getWithdrawal(tables, member.memberId, withdrawal),
    cancelWithdrawal: ({ withdrawal }, { member }) => cancelWithdrawal(dependencies, member.memberId, withdrawal),
    listReviewedWithdrawals: ({ after }, { operator }) => listReviewedWithdrawals(dependencies, after ?? '', operator),
    getPayoutTimes: { handler: () => getPayoutTimes(tables, clock), sharedForMs: timesSharedMs },
  });
}
