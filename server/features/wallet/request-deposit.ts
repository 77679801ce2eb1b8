import { randomUUID } from 'node:crypto';
import type { InputOf } from '#contract/operation.ts';
import type { Deposit, requestDeposit as operation } from '#contract/wallet.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DepositRail } from './deposit-rail.ts';
import { depositRecord } from './deposit-record.ts';
import type { DepositStore } from './deposit-store.ts';

export interface RequestDepositNeeds {
  readonly store: DepositStore;
  readonly rail: DepositRail;
  readonly clock: { now(): number };
}

/** Records that test funds are on their way. A repeated request (same member, same key) is answered with its first deposit. */
export async function requestDeposit(
  { store, rail, clock }: RequestDepositNeeds,
  memberId: bigint,
  { channel: channelId, amount }: InputOf<typeof operation>,
  idempotencyKey: string | null,
): Promise<Deposit> {
  const channel = rail.channels.find(({ id }) => id === channelId);
  if (!channel) throw new Refusal('channelUnknown');
  if (amount < channel.minimum) throw new Refusal('depositTooSmall', { minimum: channel.minimum });
  if (amount > channel.maximum) throw new Refusal('depositTooLarge', { maximum: channel.maximum });

  const now = Math.trunc(clock.now());
  const id = newPublicId(now);
  const inputHash = inputHashOf({ channel: channelId, amount });
  const requested = await store.request(
    {
      memberId,
      id,
      channel: channelId,
      amount,
      address: await (rail.kind === 'transfers' ? rail.addressOf(memberId) : rail.addressFor(channelId, id)),
      requestedAt: now,
    },
    { key: idempotencyKey ?? randomUUID(), inputHash },
  );
  if (requested.inputHash !== inputHash) throw new Refusal('idempotencyKeyReused');
  return depositRecord(requested.deposit, rail);
}
