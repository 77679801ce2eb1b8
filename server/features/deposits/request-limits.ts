import type { Kysely } from 'kysely';
import {
  dayLimitMs,
  depositedOfDayMax,
  depositsOfDayMax,
  depositsOpenMax,
  freeAgainAt,
} from '#core/limits/business-limits.ts';
import type { Usdt } from '#core/money/amount.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { DepositTables } from './deposit-store.ts';

/**
 * Throws `depositsOfDay`, `depositedOfDay` or `depositsOpen` where the member may not request this deposit yet; exact under the lock of
 * the member's deposits. Rejected deposits do not count, nor do transfers that nobody requested. Those of a day ago that still wait for
 * their transfer are not counted as open: they would block the member for ever.
 */
export async function requireRoomForDeposit(
  tables: Kysely<DepositTables>,
  memberId: bigint,
  amount: Usdt,
  now: number,
): Promise<void> {
  const rows = await tables
    .selectFrom('deposit')
    .select(['requested_at', 'amount', 'state'])
    .where('member_id', '=', memberId)
    .where('requested_at', '>', new Date(now - dayLimitMs))
    .where('amount', 'is not', null)
    .where('state', '<>', 'rejected')
    .execute();
  const ofDay = rows.map((row) => ({ at: row.requested_at.getTime(), amount: row.amount ?? 0n, state: row.state }));
  const counted = ofDay.map((one) => ({ ...one, amount: 1n }));
  const countFreeAt = freeAgainAt(counted, 1n, BigInt(depositsOfDayMax), dayLimitMs);
  if (countFreeAt !== null) throw new Refusal('depositsOfDay', { count: depositsOfDayMax, until: { at: countFreeAt } });
  const sumFreeAt = freeAgainAt(ofDay, amount, depositedOfDayMax, dayLimitMs);
  if (sumFreeAt !== null) throw new Refusal('depositedOfDay', { maximum: depositedOfDayMax, until: { at: sumFreeAt } });
  const open = counted.filter(({ state }) => state === 'requested' || state === 'seen');
  const openFreeAt = freeAgainAt(open, 1n, BigInt(depositsOpenMax), dayLimitMs);
  if (openFreeAt !== null) throw new Refusal('depositsOpen', { count: depositsOpenMax, until: { at: openFreeAt } });
}
