import type { Kysely } from 'kysely';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import type { Log } from '#server/platform/log.ts';
import { poll } from '#server/platform/poll.ts';
import { confirmDeposit } from './confirm-deposit.ts';
import type { DepositRail, RequestRail } from './deposit-rail.ts';
import { type DepositTables, moveDepositOn, openDepositsAfter, type StoredDeposit } from './deposit-store.ts';
import { followTransfers } from './follow-transfers.ts';

export interface LookDependencies {
  readonly tables: Kysely<DepositTables>;
  readonly rail: RequestRail;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
  readonly log: Log;
}

export interface DepositWatchDependencies extends Omit<LookDependencies, 'rail'> {
  readonly rail: DepositRail;
  readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'>;
}

const pageSize = 200;

/** Follows every open deposit by the rail's sight until it is credited or rejected; any number of nodes may do so at once. */
export function watchDeposits(dependencies: DepositWatchDependencies): { stop(): Promise<void> } {
  const { rail, clock, log } = dependencies;
  return poll({
    name: 'deposits',
    log,
    everyMs: rail.kind === 'transfers' ? rail.lookEveryMs : clock.wallDelayMs(rail.lookEveryMs),
    run: () =>
      rail.kind === 'transfers'
        ? followTransfers({ ...dependencies, rail })
        : lookAtDeposits({ ...dependencies, rail }),
  });
}

/** Looks once at every open deposit and answers how many moved on by this call. */
export async function lookAtDeposits(dependencies: LookDependencies): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const page = await openDepositsAfter(dependencies.tables, after, pageSize);
    const moved = await Promise.all(page.map((deposit) => follow(dependencies, deposit)));
    count += moved.filter(Boolean).length;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return count;
    after = last.id;
  }
}

/** Takes one deposit as far as the rail has seen it; returns whether this call moved it. */
async function follow(
  { tables, rail, ledger, clock, memberEvents, log }: LookDependencies,
  deposit: StoredDeposit,
): Promise<boolean> {
  const { memberId, id } = deposit;
  const channel = rail.channels.find((one) => one.id === deposit.channel);
  if (!channel) return false;
  try {
    const sighting = await rail.look(deposit, clock.now());
    if (sighting.state === 'requested') return false;
    const confirmations = sighting.state === 'seen' ? sighting.confirmations : deposit.confirmations;
    const confirmed = sighting.state === 'seen' && confirmations >= channel.confirmationsNeeded;
    const changed = confirmed
      ? await confirmDeposit(ledger, deposit, confirmations)
      : await moveDepositOn(tables, deposit, sighting.state, confirmations);
    if (!changed) return false;
    const state = confirmed ? 'confirmed' : sighting.state;
    await memberEvents.publish(memberId, { name: 'deposit', value: { id, state, confirmations } });
    return true;
  } catch (error) {
    // One that fails must not hold up the others.
    log.error({ err: error, deposit: id }, 'a deposit could not be moved on');
    return false;
  }
}
