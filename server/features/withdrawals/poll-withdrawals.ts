import type { Kysely } from 'kysely';
import type { WithdrawalState } from '#contract/states.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { lockAvailable } from '#server/ledger/member-accounts.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import type { Log } from '#server/platform/log.ts';
import { poll } from '#server/platform/poll.ts';
import { endWithdrawal } from './end-withdrawal.ts';
import type { MemberIdentity } from './member-identity.ts';
import type { PayoutRail } from './payout-rail.ts';
import { moveWithdrawalOn, openWithdrawalsAfter, type StoredWithdrawal } from './withdrawal-store.ts';
import { payOf, type ReturnEnd, returnOf } from './withdrawal-transfers.ts';

export interface AdvanceDependencies {
  readonly tables: Kysely<unknown>;
  readonly rail: PayoutRail;
  readonly identity: Pick<MemberIdentity, 'isFrozen'>;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
  readonly log: Log;
}

export interface WithdrawalPollDependencies extends AdvanceDependencies {
  readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'>;
}

const pageSize = 200;

/** Advances open withdrawals until they end. Safe on any number of nodes at once. */
export function pollWithdrawals(dependencies: WithdrawalPollDependencies): { stop(): Promise<void> } {
  const { rail, clock, log } = dependencies;
  const run = () => advanceWithdrawals(dependencies);
  return poll({ name: 'withdrawals', run, everyMs: clock.wallDelayMs(rail.pollEveryMs), log });
}

/** Advances every open withdrawal; returns how many this call changed. */
export async function advanceWithdrawals(dependencies: AdvanceDependencies): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const page = await openWithdrawalsAfter(dependencies.tables, after, pageSize);
    const changed = await Promise.all(page.map((one) => advance(dependencies, one)));
    count += changed.filter(Boolean).length;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return count;
    after = last.id;
  }
}

/** Advances one withdrawal as far as possible; returns whether this call changed it. */
async function advance(dependencies: AdvanceDependencies, withdrawal: StoredWithdrawal): Promise<boolean> {
  const { memberId, id } = withdrawal;
  let state: WithdrawalState | null = null;
  try {
    for (let next = await step(dependencies, withdrawal); next !== null; ) {
      state = next.state;
      next = await step(dependencies, next);
    }
  } catch (error) {
    // One failure must not stop the others.
    dependencies.log.error({ err: error, withdrawal: id }, 'a withdrawal could not be advanced');
  }
  if (state === null) return false;
  // Also where a later step failed: no other look makes the steps before it again.
  await dependencies.memberEvents.publish(memberId, { name: 'withdrawal', value: { id, state } });
  return true;
}

/** Makes one transition; null when none is due or another node made it. */
async function step(dependencies: AdvanceDependencies, withdrawal: StoredWithdrawal): Promise<StoredWithdrawal | null> {
  const { tables, clock } = dependencies;
  const now = Math.trunc(clock.now());
  switch (withdrawal.state) {
    case 'requested':
      return (await moveWithdrawalOn(tables, withdrawal, { state: 'inReview' }))
        ? { ...withdrawal, state: 'inReview' }
        : null;
    case 'inReview': {
      const { refusal } = withdrawal;
      // The refusal was recorded, but a crash came before the hold was returned.
      if (refusal) return await refuse(dependencies, withdrawal, { state: 'refused', reason: refusal, from: 'review' });
      const isReviewed = now >= withdrawal.reviewEndsAt && withdrawal.isApproved;
      return isReviewed ? await send(dependencies, withdrawal, now) : null;
    }
    case 'sent':
      return await payOut(dependencies, withdrawal, now);
    case 'done':
    case 'refused':
    case 'cancelled':
      return null;
  }
}

/**
 * Marks a withdrawal as sent. A frozen account's waits until its owner lifts the freeze or cancels it: freezing takes the same lock, so
 * that nothing is sent once a freeze has been answered.
 */
async function send(
  { tables, identity }: AdvanceDependencies,
  withdrawal: StoredWithdrawal,
  now: number,
): Promise<StoredWithdrawal | null> {
  const isSent = await tables.transaction().execute(async (transaction) => {
    await lockAvailable(transaction, withdrawal.memberId);
    if (await identity.isFrozen(withdrawal.memberId, transaction)) return false;
    return await moveWithdrawalOn(transaction, withdrawal, { state: 'sent', sentAt: now });
  });
  return isSent ? { ...withdrawal, state: 'sent', sentAt: now } : null;
}

async function payOut(
  { rail, ledger }: AdvanceDependencies,
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
  { ledger }: Pick<AdvanceDependencies, 'ledger'>,
  withdrawal: StoredWithdrawal,
  end: ReturnEnd,
): Promise<StoredWithdrawal | null> {
  return (await endWithdrawal(ledger, returnOf(withdrawal, end))) ? { ...withdrawal, state: 'refused' } : null;
}
