import type pg from 'pg';
import type { checkIn as operation } from '#contract/check-in.ts';
import type { OutputOf } from '#contract/operation.ts';
import { checkInPoints, mayCheckIn, weekdayOf } from '#core/check-in/week.ts';
import { daySpan, memberDay } from '#core/time/member-day.ts';
import { isRowsRefused } from '#server/ledger/failures.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import { retryWhenStale } from '#server/ledger/retry-when-stale.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { checkInOf, readCheckInState } from './check-in-store.ts';

export interface CheckInDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: Pick<ProductClock, 'now'>;
}

/** Checks the member in for the day of the profile's time zone: once, whichever phone, node or zone asks again. */
export async function checkIn(
  { pool, ledger, clock }: CheckInDependencies,
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  // Midnight, a change of the zone, or a second phone can come between reading and committing.
  return await retryWhenStale(async () => {
    const state = await readCheckInState(pool, memberId);
    const { timeZone, latest } = state;
    const now = clock.now();
    const day = memberDay(now, timeZone);
    if (!mayCheckIn(latest, day, now)) throw new Refusal('alreadyCheckedIn');
    const { status } = await ledger.submit(checkInOf(memberId, daySpan(day, timeZone), state));
    if (status !== 'committed') throw new Refusal('alreadyCheckedIn');
    const w = weekdayOf(day);
    return { w, points: checkInPoints[w] };
  }, isRowsRefused);
}
