import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Deposit, requestDeposit as operation } from '#contract/deposits.ts';
import type { InputOf } from '#contract/operation.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DepositRail } from './deposit-rail.ts';
import { depositRecord } from './deposit-record.ts';
import { recordRequest } from './deposit-store.ts';
import { requireRoomForDeposit } from './request-limits.ts';

export interface RequestDepositDependencies {
  readonly tables: Kysely<unknown>;
  readonly rail: DepositRail;
  readonly images: DepositImages;
  readonly guard: ExclusionCheck;
  readonly clock: { now(): number };
}

/** Images of members, one of which may prove a deposit. */
export interface DepositImages {
  /** In the transaction of the deposit. Throws `imageUnknown` or `imageUsed`. */
  give(within: Transaction<unknown>, memberId: bigint, image: string, holder: string): Promise<void>;
}

/** A member who is excluded asks for no deposit; one that is under way is credited all the same. */
export interface ExclusionCheck {
  /** In the transaction of the deposit. Throws `selfExcluded`. */
  requireNotExcluded(within: Transaction<unknown>, memberId: bigint): Promise<void>;
}

/** Records that test funds are on their way. A repeated request (same member, same key) is answered with its first deposit. */
export async function requestDeposit(
  { tables, rail, images, guard, clock }: RequestDepositDependencies,
  memberId: bigint,
  { channel: channelId, amount, image }: InputOf<typeof operation>,
  idempotencyKey: string | null,
): Promise<Deposit> {
  const channel = rail.channels.find(({ id }) => id === channelId);
  if (!channel) throw new Refusal('channelUnknown');
  if (amount < channel.minimum) throw new Refusal('depositTooSmall', { minimum: channel.minimum });
  if (amount > channel.maximum) throw new Refusal('depositTooLarge', { maximum: channel.maximum });

  const now = Math.trunc(clock.now());
  const id = newPublicId(now);
  const inputHash = inputHashOf({ channel: channelId, amount, ...(image === undefined ? {} : { image }) });
  const key = idempotencyKey ?? randomUUID();
  const requested = await recordRequest(
    tables,
    {
      memberId,
      id,
      channel: channelId,
      amount,
      address: await (rail.kind === 'transfers' ? rail.addressOf(memberId) : rail.addressFor(channelId, id)),
      requestedAt: now,
      image: image ?? null,
    },
    { key, inputHash },
    async (transaction) => {
      await guard.requireNotExcluded(transaction, memberId);
      await requireRoomForDeposit(transaction, memberId, amount, now);
      if (image !== undefined) await images.give(transaction, memberId, image, `deposit ${key}`);
    },
  );
  if (requested.inputHash !== inputHash) throw new Refusal('idempotencyKeyReused');
  return depositRecord(requested.deposit, rail);
}
