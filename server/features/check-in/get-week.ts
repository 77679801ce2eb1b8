import type { getWeek as operation } from '#contract/check-in.ts';
import type { OutputOf } from '#contract/operation.ts';
import { checkInPoints, weekdayOf, weekOf } from '#core/check-in/week.ts';
import { memberDay } from '#core/time/member-day.ts';
import type { CheckInDependencies } from './check-in.ts';
import { readCheckedIn, readCheckInState } from './check-in-store.ts';

/** The week of the member's day, Monday to Sunday. */
export async function getWeek(
  { pool, clock }: Pick<CheckInDependencies, 'pool' | 'clock'>,
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  const { timeZone } = await readCheckInState(pool, memberId);
  const today = memberDay(clock.now(), timeZone);
  const week = weekOf(today);
  const checkedIn = await readCheckedIn(pool, memberId, week);
  return week.map((day) => {
    const weekday = weekdayOf(day);
    return { weekday, isCheckedIn: checkedIn.has(day), points: checkInPoints[weekday], isToday: day === today };
  });
}
