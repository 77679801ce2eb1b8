import type pg from 'pg';
import { checkInPoints, type LatestCheckIn, weekdayOf } from '#core/check-in/week.ts';
import { firstWeekDays } from '#core/invitations/rules.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points } from '#core/money/amount.ts';
import type { DayKey, DaySpan } from '#core/time/member-day.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import { firstWeekOf } from '#server/rewards/acts.ts';
import { earn } from '#server/rewards/earn.ts';

/** What decides whether a member may check in. */
export interface CheckInState {
  /** Time zone of the profile. */
  readonly timeZone: string;
  readonly latest: LatestCheckIn | null;
  /** Whether the next check-in completes the first week. */
  readonly completesWeek: boolean;
}

export async function readCheckInState(pool: pg.Pool, memberId: bigint): Promise<CheckInState> {
  const { rows } = await pool.query<CheckInStateRow>({
    name: 'check-in state',
    text: `select member.time_zone, latest.day::text, latest.ends_at,
        (select count(*) from (select from check_in where member_id = member.id limit $2) as days) = $2
          and not exists (select from milestone where member_id = member.id and kind = 'firstWeek') as completes_week
      from member left join lateral (
        select day, ends_at from check_in where member_id = member.id order by day desc limit 1
      ) as latest on true
      where member.id = $1`,
    values: [memberId, firstWeekDays - 1],
  });
  const row = rows[0];
  if (!row) throw new Error(`there is no member ${memberId}`);
  const { day, ends_at } = row;
  const latest = day && ends_at ? { day, endsAt: ends_at.getTime() } : null;
  return { timeZone: row.time_zone, latest, completesWeek: row.completes_week };
}

interface CheckInStateRow {
  readonly time_zone: string;
  readonly day: string | null;
  readonly ends_at: Date | null;
  readonly completes_week: boolean;
}

/** The days among these that the member checked in on. */
export async function readCheckedIn(
  pool: pg.Pool,
  memberId: bigint,
  days: readonly DayKey[],
): Promise<ReadonlySet<DayKey>> {
  const { rows } = await pool.query<{ day: string }>({
    name: 'checked-in days',
    text: 'select day::text from check_in where member_id = $1 and day = any($2::date[])',
    values: [memberId, days],
  });
  return new Set(rows.map(({ day }) => day));
}

/** Writes nothing, which refuses the transfer, where at the commit the day is another one, or the latest check-in rules it out. */
const recordCheckIn = {
  name: 'record check-in',
  columns: {
    member_id: 'bigint',
    day: 'text',
    zone: 'text',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    points: 'integer',
    transfer_at: 'timestamptz',
  },
  sql: `insert into check_in (member_id, day, zone, points, checked_in_at, ends_at)
    select given.member_id, given.day::date, given.zone, given.points, given.transfer_at, given.ends_at
    from given
    join member on member.id = given.member_id and member.time_zone = given.zone
    where given.transfer_at >= given.starts_at and given.transfer_at < given.ends_at
      and not exists (
        select from check_in as earlier
        where earlier.member_id = given.member_id
          and (earlier.day >= given.day::date or earlier.ends_at > given.transfer_at)
      )`,
} as const;

/** The check-in of a day of the profile's time zone: one transfer, keyed by the day. */
export function checkInOf(
  memberId: bigint,
  { day, startsAt, endsAt }: DaySpan,
  { timeZone, completesWeek }: CheckInState,
): Submission {
  const earned = checkInPoints[weekdayOf(day)];
  return {
    key: `check-in:${memberId}:${day}`,
    inputHash: inputHashOf({ day }),
    kind: 'checkedIn',
    reference: day,
    postings: [
      {
        from: houseAccount('sponsorPoints', memberId),
        to: memberAccount(memberId, 'assistance'),
        amount: points(BigInt(earned)),
      },
    ],
    rows: [
      attach(recordCheckIn, {
        ...{ member_id: memberId, day, zone: timeZone, points: earned },
        ...{ starts_at: new Date(startsAt), ends_at: new Date(endsAt) },
      }),
      earn('checkedIn', memberId, day),
      ...(completesWeek ? [firstWeekOf(memberId)] : []),
    ],
  };
}
