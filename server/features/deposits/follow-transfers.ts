import type { Kysely } from 'kysely';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import type { Log } from '#server/platform/log.ts';
import { confirmDeposit } from './confirm-deposit.ts';
import type { DepositChannel, IncomingTransfer, TransferRail } from './deposit-rail.ts';
import type { StoredDeposit } from './deposit-store.ts';
import { matchTransfer, placeTransfer, type TransferStatus } from './transfer-store.ts';

export interface TransferDependencies {
  readonly tables: Kysely<unknown>;
  readonly rail: TransferRail;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
  readonly log: Log;
}

/** Reads the network's new transfers, updates their deposits and returns how many this call changed. */
export async function followTransfers(dependencies: TransferDependencies): Promise<number> {
  let count = 0;
  await dependencies.rail.takeIn(async (transfers) => {
    const moved = await Promise.all(transfers.map((transfer) => follow(dependencies, transfer)));
    count += moved.filter(Boolean).length;
  });
  return count;
}

/** Updates the deposit of one transfer; returns whether this call changed it. */
async function follow(dependencies: TransferDependencies, transfer: IncomingTransfer): Promise<boolean> {
  try {
    const channel = channelOf(dependencies.rail);
    const deposit = await matchTransfer(
      dependencies.tables,
      transfer,
      channel.id,
      Math.trunc(dependencies.clock.now()),
    );
    const status = transferStatusOf(transfer, channel);
    const changed = await move(dependencies, deposit, status);
    // The rail may not have heard how it ended, and have lost the transfer since.
    const ended = deposit.state === 'confirmed' || deposit.state === 'rejected' ? deposit.state : status.state;
    if (ended === 'confirmed' || ended === 'rejected') {
      await dependencies.rail.finish(transfer.transfer, ended === 'confirmed' ? 'credited' : 'rejected');
    }
    if (!changed) return false;
    const { state, confirmations } = status;
    const value = { id: deposit.id, state, confirmations };
    await dependencies.memberEvents.publish(deposit.memberId, { name: 'deposit', value });
    return true;
  } catch (error) {
    // One failure must not stop the others.
    dependencies.log.error(
      { err: error, transfer: transfer.transfer },
      'a deposit could not be updated from its transfer',
    );
    return false;
  }
}

function move(
  { ledger, tables }: TransferDependencies,
  deposit: StoredDeposit,
  status: TransferStatus | Confirmed,
): Promise<boolean> {
  return status.state === 'confirmed'
    ? confirmDeposit(ledger, deposit, status.confirmations)
    : placeTransfer(tables, deposit, status);
}

interface Confirmed {
  readonly state: 'confirmed';
  readonly confirmations: number;
}

/** A deposit's status by its transfer. An amount outside the channel's bounds is shown and rejected. */
export function transferStatusOf(
  { amount, confirmations }: IncomingTransfer,
  channel: DepositChannel,
): TransferStatus | Confirmed {
  if (confirmations === null) return { state: 'requested', confirmations: 0 };
  if (confirmations < channel.confirmationsNeeded) return { state: 'seen', confirmations };
  if (amount < channel.minimum) return { state: 'rejected', confirmations, reason: 'belowMinimum' };
  if (amount > channel.maximum) return { state: 'rejected', confirmations, reason: 'aboveMaximum' };
  return { state: 'confirmed', confirmations };
}

/** A network has one token, and so one channel. */
function channelOf({ channels: [channel] }: TransferRail): DepositChannel {
  if (!channel) throw new Error('the rail has no deposit channel');
  return channel;
}
