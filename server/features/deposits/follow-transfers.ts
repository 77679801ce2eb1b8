import type { Kysely } from 'kysely';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import type { Log } from '#server/platform/log.ts';
import { confirmDeposit } from './confirm-deposit.ts';
import type { Arrival, DepositChannel, TransferRail } from './deposit-rail.ts';
import type { DepositTables, StoredDeposit } from './deposit-store.ts';
import { adoptTransfer, placeTransfer, type TransferStatus } from './transfer-store.ts';

export interface TransferDependencies {
  readonly tables: Kysely<DepositTables>;
  readonly rail: TransferRail;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
  readonly log: Log;
}

/** Takes in what the network has done, moves every deposit that it concerns, and answers how many moved on or back by this call. */
export async function followTransfers(dependencies: TransferDependencies): Promise<number> {
  let count = 0;
  await dependencies.rail.takeIn(async (arrivals) => {
    const moved = await Promise.all(arrivals.map((arrival) => follow(dependencies, arrival)));
    count += moved.filter(Boolean).length;
  });
  return count;
}

/** Takes the deposit of one transfer to where the network has it; returns whether this call moved it. */
async function follow(dependencies: TransferDependencies, arrival: Arrival): Promise<boolean> {
  try {
    const channel = channelOf(dependencies.rail);
    const deposit = await adoptTransfer(dependencies.tables, arrival, channel.id, Math.trunc(dependencies.clock.now()));
    const standing = transferStatusOf(arrival, channel);
    const changed = await move(dependencies, deposit, standing);
    if (standing.state === 'confirmed' || standing.state === 'rejected') {
      await dependencies.rail.finish(arrival.transfer, standing.state === 'confirmed' ? 'credited' : 'rejected');
    }
    if (!changed) return false;
    const { state, confirmations } = standing;
    const value = { id: deposit.id, state, confirmations };
    await dependencies.memberEvents.publish(deposit.memberId, { name: 'deposit', value });
    return true;
  } catch (error) {
    // One that fails must not hold up the others.
    dependencies.log.error({ err: error, transfer: arrival.transfer }, 'a transfer could not be followed');
    return false;
  }
}

function move(
  { ledger, tables }: TransferDependencies,
  deposit: StoredDeposit,
  standing: TransferStatus | Confirmed,
): Promise<boolean> {
  return standing.state === 'confirmed'
    ? confirmDeposit(ledger, deposit, standing.confirmations)
    : placeTransfer(tables, deposit, standing);
}

interface Confirmed {
  readonly state: 'confirmed';
  readonly confirmations: number;
}

/** Where a deposit stands whose transfer the network has there. What is outside the channel's bounds is shown, and ends uncredited. */
export function transferStatusOf(
  { amount, confirmations }: Arrival,
  channel: DepositChannel,
): TransferStatus | Confirmed {
  if (confirmations === null) return { state: 'requested', confirmations: 0 };
  if (confirmations < channel.confirmationsNeeded) return { state: 'seen', confirmations };
  if (amount < channel.minimum) return { state: 'rejected', confirmations, reason: 'belowMinimum' };
  if (amount > channel.maximum) return { state: 'rejected', confirmations, reason: 'aboveMaximum' };
  return { state: 'confirmed', confirmations };
}

/** A network has one token, and so one channel. */
export function channelOf({ channels: [channel] }: TransferRail): DepositChannel {
  if (!channel) throw new Error('the rail has no deposit channel');
  return channel;
}
