import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { PinnedObject } from '#contract/support-schemas.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { MemberNumbers } from '#server/platform/member-number.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { MemberIdentity, ReviewPlaces } from './member-identity.ts';
import type { PayoutRail } from './payout-rail.ts';
import { pollWithdrawals } from './poll-withdrawals.ts';
import { reviewedWithdrawals } from './reviewed-withdrawals.ts';
import { withdrawalRoutes } from './routes.ts';
import { findWithdrawal, type WithdrawalTables } from './withdrawal-store.ts';

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

export interface WithdrawalsFeature extends Feature {
  /** The member's withdrawal as it stands now, for the chat that it is pinned in; null where the member has none of that id. */
  pinned(memberId: bigint, id: string): Promise<PinnedObject | null>;
}

/** Withdrawals, and the poll that advances them. */
export function openWithdrawals(dependencies: WithdrawalsDependencies): WithdrawalsFeature {
  const tables = new Kysely<WithdrawalTables>({ dialect: new PostgresDialect({ pool: dependencies.pool }) });
  const own = { ...dependencies, tables };
  const polling = pollWithdrawals(own);
  return {
    bindings: withdrawalRoutes(own),
    reviewed: reviewedWithdrawals(own),
    async pinned(memberId, id) {
      const withdrawal = await findWithdrawal(tables, memberId, id);
      if (!withdrawal) return null;
      const { amount, state, method: detail, requestedAt: at } = withdrawal;
      return { kind: 'withdrawal', id, amount, state, income: null, detail, at };
    },
    close: () => polling.stop(),
  };
}
