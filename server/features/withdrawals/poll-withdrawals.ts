import type { Kysely } from 'kysely';
import type { WithdrawalState } from '#contract/states.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import type { Log } from '#server/platform/log.ts';
import { poll } from '#server/platform/poll.ts';
import { endWithdrawal } from './end-withdrawal.ts';
import type { MemberIdentity } from './member-identity.ts';
import type { PayoutRail } from './payout-rail.ts';
import {
  moveWithdrawalOn,
  openWithdrawalsAfter,
  type StoredWithdrawal,
  type WithdrawalTables,
} from './withdrawal-store.ts';
import { payOf, type ReturnEnd, returnOf } from './withdrawal-transfers.ts';

export interface FollowDependencies {
  readonly tables: Kysely<WithdrawalTables>;
  readonly rail: PayoutRail;
  readonly identity: Pick<MemberIdentity, 'isFrozen'>;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
  readonly log: Log;
}

export interface WithdrawalWatchDependencies extends FollowDependencies {
  readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'>;
}

const pageSize = 200;

/** Follows every withdrawal until it is over; any number of nodes may do so at once. */
export function watchWithdrawals(dependencies: WithdrawalWatchDependencies): { stop(): Promise<void> } {
  const { rail, clock, log } = dependencies;
  const run = () => lookAtWithdrawals(dependencies);
  return poll({ name: 'withdrawals', run, everyMs: clock.wallDelayMs(rail.lookEveryMs), log });
}

/** Advances every withdrawal that is not over; returns how many this call moved on. */
export async function lookAtWithdrawals(dependencies: FollowDependencies): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const page = await openWithdrawalsAfter(dependencies.tables, after, pageSize);
    const moved = await Promise.all(page.map((one) => follow(dependencies, one)));
    count += moved.filter(Boolean).length;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return count;
    after = last.id;
  }
}

/** Takes one withdrawal as far as it may go; returns whether this call moved it. */
async function follow(dependencies: FollowDependencies, withdrawal: StoredWithdrawal): Promise<boolean> {
  try {
    let state: WithdrawalState | null = null;
    for (let next = await step(dependencies, withdrawal); next !== null; ) {
      state = next.state;
      next = await step(dependencies, next);
    }
    if (state === null) return false;
    const { memberId, id } = withdrawal;
    await dependencies.memberEvents.publish(memberId, { name: 'withdrawal', value: { id, state } });
    return true;
  } catch (error) {
    // One that fails must not hold up the others.
    dependencies.log.error({ err: error, withdrawal: withdrawal.id }, 'a withdrawal could not be moved on');
    return false;
  }
}

/** One step on, or null when there is none to take now or another node took it. */
async function step(dependencies: FollowDependencies, withdrawal: StoredWithdrawal): Promise<StoredWithdrawal | null> {
  const { tables, identity, clock } = dependencies;
  const now = Math.trunc(clock.now());
  switch (withdrawal.state) {
    case 'requested':
      return (await moveWithdrawalOn(tables, withdrawal, { state: 'inReview' }))
        ? { ...withdrawal, state: 'inReview' }
        : null;
    case 'inReview': {
      const { refusal } = withdrawal;
      // The refusal was recorded, and interrupted before the hold was returned.
      if (refusal) return await refuse(dependencies, withdrawal, { state: 'refused', reason: refusal, from: 'review' });
      const isReviewed = now >= withdrawal.reviewEndsAt && withdrawal.approvals >= withdrawal.approvalsNeeded;
      // A frozen account's money stays where it is: its owner lifts the freeze, or takes the withdrawal back.
      if (!isReviewed || (await identity.isFrozen(withdrawal.memberId))) return null;
      return (await moveWithdrawalOn(tables, withdrawal, { state: 'sent', sentAt: now }))
        ? { ...withdrawal, state: 'sent', sentAt: now }
        : null;
    }
    case 'sent':
      return await payOut(dependencies, withdrawal, now);
    case 'done':
    case 'refused':
    case 'cancelled':
      return null;
  }
}

async function payOut(
  { rail, ledger }: FollowDependencies,
  withdrawal: StoredWithdrawal,
  now: number,
): Promise<StoredWithdrawal | null> {
  const { id, memberId, method, amount, destination, sentAt } = withdrawal;
  const paid = await rail.payOut({ id, memberId, method, amount, destination, sentAt: sentAt ?? now }, now);
  switch (paid) {
    case 'sent':
      return null;
    case 'paid':
      return (await endWithdrawal(ledger, payOf(withdrawal))) ? { ...withdrawal, state: 'done' } : null;
    case 'failed':
      return await refuse({ ledger }, withdrawal, { state: 'refused', reason: 'noDestination', from: 'sent' });
  }
}

async function refuse(
  { ledger }: Pick<FollowDependencies, 'ledger'>,
  withdrawal: StoredWithdrawal,
  end: ReturnEnd,
): Promise<StoredWithdrawal | null> {
  return (await endWithdrawal(ledger, returnOf(withdrawal, end))) ? { ...withdrawal, state: 'refused' } : null;
}
