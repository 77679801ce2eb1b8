import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { pageSize } from '#contract/fields.ts';
import type { PinnedObject } from '#contract/support-schemas.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll, passwordWeight } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import type { MemberObjects } from '#server/platform/member-objects.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import { cancelWithdrawal } from './cancel-withdrawal.ts';
import { getPayoutTimes } from './get-payout-times.ts';
import { getWithdrawal } from './get-withdrawal.ts';
import { listReviewedWithdrawals } from './list-reviewed-withdrawals.ts';
import { listWithdrawals } from './list-withdrawals.ts';
import type { MemberIdentity, ReviewPlaces } from './member-identity.ts';
import type { PayoutRail } from './payout-rail.ts';
import { pollWithdrawals } from './poll-withdrawals.ts';
import { quoteWithdrawal } from './quote-withdrawal.ts';
import { requestWithdrawal } from './request-withdrawal.ts';
import { reviewedWithdrawals } from './reviewed-withdrawals.ts';
import { findWithdrawal, type StoredWithdrawal, withdrawalsOf } from './withdrawal-store.ts';
import { withdrawalsContract } from './withdrawals-contract.ts';

const timesSharedMs = 10_000;

export interface WithdrawalsDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly rail: PayoutRail;
  readonly identity: MemberIdentity;
  readonly memberNumbers: MemberNumbers;
  readonly places: ReviewPlaces;
  readonly acts: SecurityActs;
  readonly clock: ProductClock;
  /** Operators' approvals lapse by it, in ms. */
  readonly wallNow: () => number;
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
  readonly log: Log;
}

export type WithdrawalsFeature = Feature & MemberObjects;

const objectOf = ({ id, amount, state, method: detail, requestedAt: at }: StoredWithdrawal): PinnedObject => ({
  kind: 'withdrawal',
  id,
  amount,
  state,
  income: null,
  detail,
  at,
});

/** Withdrawals, and the poll that advances them. */
export function openWithdrawals(dependencies: WithdrawalsDependencies): WithdrawalsFeature {
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: dependencies.pool }) });
  const own = { ...dependencies, tables };
  const polling = pollWithdrawals(own);
  return {
    bindings: bindAll('withdrawals', withdrawalsContract, {
      quoteWithdrawal: (input, { member }) => quoteWithdrawal(own, member.memberId, input),
      requestWithdrawal: {
        handler: (input, call) => requestWithdrawal(own, input, call),
        weight: passwordWeight,
      },
      listWithdrawals: ({ before }, { member }) => listWithdrawals(tables, member.memberId, before ?? null),
      getWithdrawal: ({ withdrawal }, { member }) => getWithdrawal(tables, member.memberId, withdrawal),
      cancelWithdrawal: ({ withdrawal }, { member }) => cancelWithdrawal(own, member.memberId, withdrawal),
      listReviewedWithdrawals: ({ after }, { operator }) => listReviewedWithdrawals(own, after ?? '', operator),
      getPayoutTimes: { handler: () => getPayoutTimes(tables, own.clock), sharedForMs: timesSharedMs },
    }),
    reviewed: reviewedWithdrawals(own),
    async pinned(memberId, id) {
      const withdrawal = await findWithdrawal(tables, memberId, id);
      return withdrawal && objectOf(withdrawal);
    },
    async listed(memberId, before) {
      return (await withdrawalsOf(tables, memberId, before, pageSize)).map(objectOf);
    },
    close: () => polling.stop(),
  };
}
