import type { ProductClock } from '#server/platform/clock.ts';
import { poll } from '#server/platform/poll.ts';
import { confirmDeposit } from './confirm-deposit.ts';
import type { DepositRail, RequestRail } from './deposit-rail.ts';
import { moveDepositOn, openDepositsAfter, type StoredDeposit } from './deposit-store.ts';
import { followTransfers, type TransferDependencies } from './follow-transfers.ts';

export interface UpdateDependencies extends Omit<TransferDependencies, 'rail'> {
  readonly rail: RequestRail;
}

export interface PollDependencies extends Omit<UpdateDependencies, 'rail'> {
  readonly rail: DepositRail;
  readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'>;
}

const pageSize = 200;

/** Updates open deposits from the rail until they are credited or rejected. Safe on any number of nodes at once. */
export function pollDeposits(dependencies: PollDependencies): { stop(): Promise<void> } {
  const { rail, clock, log } = dependencies;
  return poll({
    name: 'deposits',
    log,
    everyMs: rail.kind === 'transfers' ? rail.pollEveryMs : clock.wallDelayMs(rail.pollEveryMs),
    run: () =>
      rail.kind === 'transfers'
        ? followTransfers({ ...dependencies, rail })
        : updateDeposits({ ...dependencies, rail }),
  });
}

/** Updates every open deposit once; returns how many this call changed. */
export async function updateDeposits(dependencies: UpdateDependencies): Promise<number> {
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

/** Updates one deposit from the rail; returns whether this call changed it. */
async function follow(
  { tables, rail, ledger, clock, memberEvents, log }: UpdateDependencies,
  deposit: StoredDeposit,
): Promise<boolean> {
  const { memberId, id } = deposit;
  const channel = rail.channels.find((one) => one.id === deposit.channel);
  if (!channel) return false;
  try {
    const observation = await rail.look(deposit, clock.now());
    if (observation.state === 'requested') return false;
    const confirmations = observation.state === 'seen' ? observation.confirmations : deposit.confirmations;
    const confirmed = observation.state === 'seen' && confirmations >= channel.confirmationsNeeded;
    const changed = confirmed
      ? await confirmDeposit(ledger, deposit, confirmations)
      : await moveDepositOn(tables, deposit, observation.state, confirmations);
    if (!changed) return false;
    const state = confirmed ? 'confirmed' : observation.state;
    await memberEvents.publish(memberId, { name: 'deposit', value: { id, state, confirmations } });
    return true;
  } catch (error) {
    // One failure must not stop the others.
    log.error({ err: error, deposit: id }, 'a deposit could not be updated');
    return false;
  }
}
