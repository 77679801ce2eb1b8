import type { Ledger } from '#server/ledger/ledger.ts';
import type { EventStream } from '#server/market/stream.ts';
import type { Bus } from '#server/platform/bus.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { poll } from '#server/platform/poll.ts';
import { confirmDeposit } from './confirm-deposit.ts';
import type { DepositRail, RequestRail } from './deposit-rail.ts';
import type { DepositStore, StoredDeposit } from './deposit-store.ts';
import { followTransfers } from './follow-transfers.ts';
import { type MovedDeposit, passOnDeposits, tellOfDeposits } from './notify-deposits.ts';
import type { TransferStore } from './transfer-store.ts';

export interface LookDependencies {
  readonly store: DepositStore;
  readonly rail: RequestRail;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly bus: Pick<Bus, 'publish'>;
  readonly log: Log;
}

export interface DepositWatchDependencies extends Omit<LookDependencies, 'rail'> {
  readonly rail: DepositRail;
  readonly transfers: TransferStore;
  readonly clock: Pick<ProductClock, 'now' | 'wallDelayMs'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly stream: Pick<EventStream, 'sendTo'>;
}

const pageSize = 200;

/** Follows every open deposit by the rail's sight until it is credited or rejected; any number of nodes may do so at once. */
export function watchDeposits(dependencies: DepositWatchDependencies): { stop(): Promise<void> } {
  const { rail, clock, bus, stream, log } = dependencies;
  const endPassing = passOnDeposits(bus, stream);
  const polling = poll({
    name: 'deposits',
    log,
    everyMs: rail.kind === 'transfers' ? rail.lookEveryMs : clock.wallDelayMs(rail.lookEveryMs),
    run: () =>
      rail.kind === 'transfers'
        ? followTransfers({ ...dependencies, rail, tell: (moved) => tellOfDeposits(bus, moved) })
        : lookAtDeposits({ ...dependencies, rail }),
  });
  return {
    async stop() {
      endPassing();
      await polling.stop();
    },
  };
}

/** Looks once at every open deposit and answers how many moved on by this call. */
export async function lookAtDeposits(dependencies: LookDependencies): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const page = await dependencies.store.open(after, pageSize);
    const moved = (await Promise.all(page.map((deposit) => follow(dependencies, deposit)))).flatMap((one) => one ?? []);
    await tellOfDeposits(dependencies.bus, moved);
    count += moved.length;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return count;
    after = last.id;
  }
}

/** Takes one deposit as far as the rail has seen it, and answers where it stands now if this call moved it. */
async function follow(
  { store, rail, ledger, clock, log }: LookDependencies,
  deposit: StoredDeposit,
): Promise<MovedDeposit | null> {
  const { memberId, id } = deposit;
  const channel = rail.channels.find((one) => one.id === deposit.channel);
  if (!channel) return null;
  try {
    const sighting = await rail.look(deposit, clock.now());
    if (sighting.state === 'requested') return null;
    const confirmations = sighting.state === 'seen' ? sighting.confirmations : deposit.confirmations;
    const confirmed = sighting.state === 'seen' && confirmations >= channel.confirmationsNeeded;
    const changed = confirmed
      ? await confirmDeposit(ledger, deposit, confirmations)
      : await store.moveOn(deposit, sighting.state, confirmations);
    return changed ? { memberId, id, state: confirmed ? 'confirmed' : sighting.state, confirmations } : null;
  } catch (error) {
    // One that fails must not hold up the others.
    log.error({ err: error, deposit: id }, 'a deposit could not be moved on');
    return null;
  }
}
