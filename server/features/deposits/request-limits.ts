import { type QueryExecutorProvider, sql } from 'kysely';
import {
  dayLimitMs,
  depositedOfDayMax,
  depositsOfDayMax,
  depositsOpenMax,
  freeAgainAt,
} from '#core/limits/business-limits.ts';
import type { Usdt } from '#core/money/amount.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { StoredDeposit } from './deposit-store.ts';

/**
 * Throws `depositsOfDay`, `depositedOfDay` or `depositsOpen` where the member may not request this deposit yet; exact under the lock of
 * the member's deposits. Rejected deposits do not count, nor do transfers that nobody requested. Those of a day ago that still wait for
 * their transfer are not counted as open: they would block the member for ever.
 */
export async function requireRoomForDeposit(
  tables: QueryExecutorProvider,
  memberId: bigint,
  amount: Usdt,
  now: number,
): Promise<void> {
  const { rows } = await sql<{ at: Date; amount: bigint; state: StoredDeposit['state'] }>`
    select requested_at as at, amount, state from deposit
    where member_id = ${memberId} and requested_at > ${new Date(now - dayLimitMs)} and amount is not null
      and state <> 'rejected'`.execute(tables);
  const ofDay = rows.map(inMs);
  const counted = ofDay.map((one) => ({ ...one, amount: 1n }));
  const countFreeAt = freeAgainAt(counted, 1n, BigInt(depositsOfDayMax), dayLimitMs);
  if (countFreeAt !== null) throw new Refusal('depositsOfDay', { count: depositsOfDayMax, until: { at: countFreeAt } });
  const sumFreeAt = freeAgainAt(ofDay, amount, depositedOfDayMax, dayLimitMs);
  if (sumFreeAt !== null) throw new Refusal('depositedOfDay', { maximum: depositedOfDayMax, until: { at: sumFreeAt } });
  const open = counted.filter(({ state }) => state === 'requested' || state === 'seen');
  const openFreeAt = freeAgainAt(open, 1n, BigInt(depositsOpenMax), dayLimitMs);
  if (openFreeAt !== null) throw new Refusal('depositsOpen', { count: depositsOpenMax, until: { at: openFreeAt } });
}
