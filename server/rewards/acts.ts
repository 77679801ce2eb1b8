import type pg from 'pg';
import type { TaskKind } from '#core/rewards/tasks.ts';
import { type DayKey, dayAfter, startOfDay } from '#core/time/member-day.ts';
import { type AttachedRow, attach } from '#server/ledger/attached-rows.ts';
import { leastPublicId } from '#server/platform/public-id.ts';

type Reader = Pick<pg.ClientBase, 'query'>;

/** Kinds that are recorded here; the others are read from the tables of their features. */
export type RecordedActKind = Extract<TaskKind, 'resultVerified' | 'helpRead'>;

/**
 * Something that a member did. Its kind and subject identify it permanently: what it gives is keyed by them, and given once. Every member can
 * verify every round, so that what verifying gives needs a bound a day as well.
 */
export interface Act {
  readonly kind: TaskKind;
  /**
   * `checkedIn`: the day; `planPlaced`, `planSettled`: the plan (a void one was neither won nor lost, and is no act); `donated`: the donation; `resultVerified`: `plan.ID` or
   * `round.NUMBER`; `helpRead`: `KEY.DAY`, the day on which it was opened, because a text may be read again on another one.
   */
  readonly subject: string;
  /** Product time. */
  readonly at: Date;
}

/** How many acts of each kind are read of a day, the first ones. */
const actsPerKindMax = 200;
/** An id is made before its row is committed. */
const commitMsMax = 3_600_000;

/**
 * Records an act once per member, kind and subject; whether it was new. The first verified result is a milestone, recorded in the same
 * statement.
 */
export async function recordAct(
  within: Reader,
  {
    memberId,
    kind,
    subject,
    at,
  }: Pick<Act, 'subject' | 'at'> & { readonly memberId: bigint; readonly kind: RecordedActKind },
): Promise<boolean> {
  const { rowCount } = await within.query({
    name: 'record act',
    text: `with act as (
        insert into member_act (member_id, kind, subject, acted_at) values ($1, $2, $3, $4)
        on conflict do nothing returning member_id, kind, acted_at
      ), learned as (
        insert into milestone (member_id, kind, reached_at)
        select member_id, 'firstResult', acted_at from act where kind = 'resultVerified' on conflict do nothing
      )
      select from act`,
    values: [memberId, kind, subject, at],
  });
  return rowCount === 1;
}

const insertFirstWeek = {
  name: 'record first week',
  columns: { member_id: 'bigint', transfer_at: 'timestamptz' },
  sql: `insert into milestone (member_id, kind, reached_at) select member_id, 'firstWeek', transfer_at from given`,
} as const;

/** The milestone of the seventh check-in, as an attached row of that check-in. */
export function firstWeekOf(memberId: bigint): AttachedRow {
  return attach(insertFirstWeek, { member_id: memberId });
}

/**
 * What the member did on a day of the profile's time zone, oldest first. After a change of the zone an act can lie in another day than
 * before, so that what it gives must be keyed by its kind and subject and not by the day alone.
 * @throws RangeError for a day that does not exist
 */
export async function actsOf(within: Reader, memberId: bigint, day: DayKey): Promise<readonly Act[]> {
  const zone = await timeZoneOf(within, memberId);
  return actsBetween(within, memberId, startOfDay(day, zone), startOfDay(dayAfter(day), zone));
}

/** What the member did from one moment until before another, in ms of product time, oldest first. */
export async function actsBetween(
  within: Reader,
  memberId: bigint,
  from: number,
  until: number,
): Promise<readonly Act[]> {
  const { rows } = await within.query<Act>({
    name: 'acts of member',
    text: `select kind, subject, at from (
        (select 'checkedIn' as kind, day::text as subject, checked_in_at as at from check_in
          where member_id = $1 and day between $2::timestamptz::date - 2 and $3::timestamptz::date + 2
            and checked_in_at >= $2 and checked_in_at < $3)
        union all
        (select 'planPlaced', id, placed_at from plan
          where member_id = $1 and id >= $4 and id < $5 and placed_at >= $2 and placed_at < $3 order by id limit $6)
        union all
        (select 'planSettled', id, settled_at from plan
          where member_id = $1 and income is not null and settled_at >= $2 and settled_at < $3
            and not exists (
              select from plan_outcome as outcome where outcome.group_id = plan.group_id and outcome."end" = 'void')
          order by settled_at limit $6)
        union all
        (select 'donated', id, donated_at from donation
          where member_id = $1 and id >= $4 and id < $5 and donated_at >= $2 and donated_at < $3 order by id limit $6)
        union all
        (select kind, subject, acted_at from (
          select kind, subject, acted_at, row_number() over (partition by kind order by acted_at, subject) as place
          from member_act where member_id = $1 and acted_at >= $2 and acted_at < $3) as recorded where place <= $6)
      ) as acts order by at, kind, subject`,
    values: [
      memberId,
      new Date(from),
      new Date(until),
      leastPublicId(Math.max(0, Math.trunc(from) - commitMsMax)),
      leastPublicId(Math.trunc(until)),
      actsPerKindMax,
    ],
  });
  return rows;
}

/** A kind of act, from one moment until before another, in ms of product time. */
export interface ActSpan {
  readonly kind: TaskKind;
  readonly from: number;
  readonly until: number;
}

/** The first act of each span that has one, however many there are in it, oldest first. */
export async function firstActs(within: Reader, memberId: bigint, spans: readonly ActSpan[]): Promise<readonly Act[]> {
  const { rows } = await within.query<Act>({
    name: 'first acts of member',
    text: `select wanted.kind, act.subject, act.at
      from unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[])
        as wanted (kind, since, until, first_id, end_id)
      cross join lateral (
        (select day::text as subject, checked_in_at as at from check_in
          where wanted.kind = 'checkedIn' and member_id = $1 and day between since::date - 2 and until::date + 2
            and checked_in_at >= since and checked_in_at < until order by day limit 1)
        union all
        (select id, placed_at from plan
          where wanted.kind = 'planPlaced' and member_id = $1 and id >= first_id and id < end_id
            and placed_at >= since and placed_at < until order by id limit 1)
        union all
        (select id, settled_at from plan
          where wanted.kind = 'planSettled' and member_id = $1 and income is not null and settled_at >= since and settled_at < until
            and not exists (
              select from plan_outcome as outcome where outcome.group_id = plan.group_id and outcome."end" = 'void')
          order by settled_at limit 1)
        union all
        (select id, donated_at from donation
          where wanted.kind = 'donated' and member_id = $1 and id >= first_id and id < end_id
            and donated_at >= since and donated_at < until order by id limit 1)
        union all
        (select subject, acted_at from member_act
          where member_act.kind = wanted.kind and member_id = $1 and acted_at >= since and acted_at < until
          order by acted_at, subject limit 1)
      ) as act
      order by act.at, wanted.kind, act.subject`,
    values: [
      memberId,
      spans.map(({ kind }) => kind),
      spans.map(({ from }) => new Date(from)),
      spans.map(({ until }) => new Date(until)),
      spans.map(({ from }) => leastPublicId(Math.max(0, Math.trunc(from) - commitMsMax))),
      spans.map(({ until }) => leastPublicId(Math.trunc(until))),
    ],
  });
  return rows;
}

/** Time zone of the member's profile. */
export async function timeZoneOf(within: Reader, memberId: bigint): Promise<string> {
  const { rows } = await within.query<{ time_zone: string }>({
    name: 'time zone of member',
    text: 'select time_zone from member where id = $1',
    values: [memberId],
  });
  if (!rows[0]) throw new Error(`there is no member ${memberId}`);
  return rows[0].time_zone;
}
