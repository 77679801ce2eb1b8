import type pg from 'pg';
import { type NotificationKind, notificationKinds } from '#contract/notification-kinds.ts';
import { type TransferKind, transferKinds } from '#core/ledger/transfer.ts';
import type { Usdt } from '#core/money/amount.ts';
import {
  countTransfers,
  type MemberTransfer,
  type TransferRange,
  transfersOfMember,
} from '#server/ledger/member-transfers.ts';
import { positionsOf } from '#server/ledger/positions.ts';
import type { EventRange, EventSource } from './event-source.ts';

const largestId = 2n ** 63n - 1n;
const keyPattern = /^\d{1,19}$/;

/** Events that are transfers of the ledger; the key is the transfer's id. */
export function ledgerEvents(pool: pg.Pool): EventSource {
  return {
    prefix: 't',
    first: '0',
    last: String(largestId),
    isKey: (text) => keyPattern.test(text) && BigInt(text) <= largestId,
    isAfter: (key, other) => BigInt(key) > BigInt(other),
    has: async (memberId, key) => {
      const id = BigInt(key);
      if (id === largestId) return false;
      const range = { kinds: transferKinds, after: id - 1n, before: id + 1n };
      return (await transfersOfMember(pool, memberId, range, 'newest', 1)).length > 0;
    },
    read: async (memberId, range, from, limit) => {
      const transfers = await transfersOfMember(pool, memberId, rangeOf(range), from, limit);
      return transfers.map((transfer) => {
        const { id, reference, at } = transfer;
        const kind = transfer.kind as NotificationKind;
        return { key: String(id), kind, reference, at, amount: amountOf(kind, transfer) };
      });
    },
    count: (memberId, range, except, limit) =>
      countTransfers(pool, memberId, rangeOf(range), except.map(BigInt), limit),
    newest: async (memberIds) => {
      const positions = await positionsOf(pool, memberIds);
      return new Map(Array.from(positions, ([memberId, { transferId }]) => [memberId, String(transferId)]));
    },
  };
}

function rangeOf({ kinds, after, before }: EventRange): TransferRange {
  return { kinds: kinds.filter(isTransferKind), after: BigInt(after), before: BigInt(before) };
}

function isTransferKind(kind: NotificationKind): kind is NotificationKind & TransferKind {
  return (transferKinds as readonly string[]).includes(kind);
}

function amountOf(kind: NotificationKind, { change, amount }: MemberTransfer): Usdt | null {
  switch (notificationKinds[kind].amount) {
    case 'whole':
      return amount;
    case 'change':
      return change;
    case 'none':
      return null;
  }
}
