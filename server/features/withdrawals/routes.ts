import {
  cancelWithdrawal,
  getPayoutTimes,
  getWithdrawal,
  listWithdrawals,
  quoteWithdrawal,
  requestWithdrawal,
} from '#contract/withdrawals.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { type CancelWithdrawalNeeds, cancelWithdrawal as cancel } from './cancel-withdrawal.ts';
import { getPayoutTimes as readTimes } from './get-payout-times.ts';
import { getWithdrawal as read } from './get-withdrawal.ts';
import { listWithdrawals as readPage } from './list-withdrawals.ts';
import { quoteWithdrawal as quote } from './quote-withdrawal.ts';
import { type RequestWithdrawalNeeds, requestWithdrawal as request } from './request-withdrawal.ts';

/** A password check takes as long as dozens of other calls. */
const passwordWeight = 10;
const timesSharedMs = 10_000;

export function withdrawalRoutes(needs: RequestWithdrawalNeeds & CancelWithdrawalNeeds): Binding[] {
  const { store, clock } = needs;
  return [
    bind(quoteWithdrawal, (input, { member }) => quote(needs, member.memberId, input)),
    bind(
      requestWithdrawal,
      (input, { member, idempotencyKey }) => request(needs, member.memberId, input, idempotencyKey),
      { weight: passwordWeight },
    ),
    bind(listWithdrawals, ({ before }, { member }) => readPage(store, member.memberId, before ?? null)),
    bind(getWithdrawal, ({ withdrawal }, { member }) => read(store, member.memberId, withdrawal)),
    bind(cancelWithdrawal, ({ withdrawal }, { member }) => cancel(needs, member.memberId, withdrawal)),
    bind(getPayoutTimes, () => readTimes(store, clock), { sharedForMs: timesSharedMs }),
  ];
}
