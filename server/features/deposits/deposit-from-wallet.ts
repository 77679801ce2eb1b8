import type { Kysely } from 'kysely';
import type { Deposit, depositFromWallet as operation } from '#contract/deposits.ts';
import type { InputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DepositRail } from './deposit-rail.ts';
import { depositRecord } from './deposit-record.ts';
import { transferStatusOf } from './follow-transfers.ts';
import { matchTransfer, placeTransfer } from './transfer-store.ts';

export interface DepositFromWalletDependencies {
  readonly tables: Kysely<unknown>;
  readonly rail: DepositRail;
  readonly clock: { now(): number };
}

/**
 * The deposit of a transaction that the member names, found before the next poll. Only the poll credits deposits, so repeated
 * calls credit nothing.
 */
export async function depositFromWallet(
  { tables, rail, clock }: DepositFromWalletDependencies,
  memberId: bigint,
  { channel: channelId, hash }: InputOf<typeof operation>,
): Promise<Deposit> {
  const channel = rail.channels.find(({ id }) => id === channelId);
  if (!channel) throw new Refusal('channelUnknown');
  if (rail.kind === 'requests') throw new Refusal('channelWithoutTransactions');

  const found = await rail.find(memberId, hash.toLowerCase());
  if (typeof found === 'string') throw new Refusal(found);
  const now = Math.trunc(clock.now());
  const deposits: Deposit[] = [];
  for (const transfer of found) {
    const deposit = await matchTransfer(tables, transfer, channelId, now);
    const { state, confirmations } = transferStatusOf(transfer, channel);
    const isOpen = deposit.state === 'requested' || deposit.state === 'seen';
    if (!isOpen || state === 'requested') {
      deposits.push(depositRecord(deposit, rail));
      continue;
    }
    await placeTransfer(tables, deposit, { state: 'seen', confirmations });
    deposits.push(depositRecord({ ...deposit, state: 'seen', confirmations }, rail));
  }
  const [first] = deposits;
  if (!first) throw new Refusal('transactionNotYours');
  return first;
}
