import type pg from 'pg';
import { tierPoints } from '#core/donations/tiers.ts';
import { houseAccount, memberAccount } from '#core/ledger/accounts.ts';
import { points } from '#core/money/amount.ts';
import { redEnvelope, rewards } from '#core/rewards/rules.ts';
import {
  actToCollect,
  type LatestCollected,
  type TaskAct,
  type TaskKind,
  taskKinds,
  taskPoints,
} from '#core/rewards/tasks.ts';
import { type DaySpan, dayAfter, daySpan, memberDay, startOfDay } from '#core/time/member-day.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { inputHashOf } from '#server/ledger/input-hash.ts';
import type { Submission } from '#server/ledger/ledger.ts';
import { firstActs, timeZoneOf } from '#server/rewards/acts.ts';
import { earn } from '#server/rewards/earn.ts';

/** What the list and collecting decide by. */
export interface TaskSituation {
  readonly zone: string;
  readonly today: DaySpan;
  readonly before: DaySpan;
  /** Of each task and day the act that it can be collected for, oldest first. */
  readonly acts: readonly TaskAct[];
  readonly latest: ReadonlyMap<TaskKind, LatestCollected>;
  /** References of the entries of the red envelope that the member has. */
  readonly entries: readonly string[];
  readonly isPlanRunning: boolean;
}

/** A task that is done and not collected. */
export interface DueTask {
  readonly task: TaskKind;
  readonly day: DaySpan;
  readonly act: TaskAct;
}

export async function readSituation(pool: pg.Pool, memberId: bigint, now: number): Promise<TaskSituation> {
  const zone = await timeZoneOf(pool, memberId);
  const day = memberDay(now, zone);
  const today = daySpan(day, zone);
  const before = daySpan(dayAfter(day, -1), zone);
  const { rows } = await pool.query<CollectedRow>({
    name: 'collected tasks',
    text: `select task, latest.day::text, latest.ends_at,
        array(select reference from weight_entry where member_id = $1 and kind = 'redEnvelope') as entries,
        exists (select from plan where member_id = $1 and income is null) as is_plan_running
      from unnest($2::text[]) as task left join lateral (
        select day, ends_at from task_collected as one
        where one.member_id = $1 and one.task = task.task order by day desc limit 1
      ) as latest on true`,
    values: [memberId, taskKinds],
  });
  const latest = new Map<TaskKind, LatestCollected>();
  for (const row of rows)
    if (row.day && row.ends_at) latest.set(row.task, { day: row.day, endsAt: row.ends_at.getTime() });
  // Of each task and day the one act that can be collected, so that no number of others hides it.
  const acts = await firstActs(
    pool,
    memberId,
    [before, today].flatMap(({ startsAt, endsAt }) =>
      taskKinds.map((kind) => ({
        kind,
        from: Math.max(startsAt, latest.get(kind)?.endsAt ?? startsAt),
        until: endsAt,
      })),
    ),
  );
  return {
    zone,
    today,
    before,
    acts: acts.map(({ kind, subject, at }) => ({ kind, subject, at: at.getTime() })),
    latest,
    entries: rows[0]?.entries ?? [],
    isPlanRunning: rows[0]?.is_plan_running ?? false,
  };
}

/** What can be collected for a day, in the order of the list. */
export function dueOf({ acts, latest }: Pick<TaskSituation, 'acts' | 'latest'>, day: DaySpan): readonly DueTask[] {
  return taskKinds.flatMap((task) => {
    const act = actToCollect(task, day, acts, latest.get(task) ?? null);
    return act ? [{ task, day, act }] : [];
  });
}

/** Writes nothing, which refuses the transfer, where at the commit the days are others, or a day collected since rules it out. */
const recordCollected = {
  name: 'record collected task',
  columns: {
    member_id: 'bigint',
    task: 'text',
    day: 'text',
    zone: 'text',
    points: 'integer',
    subject: 'text',
    acted_at: 'timestamptz',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    closes_at: 'timestamptz',
    transfer_at: 'timestamptz',
  },
  sql: `insert into task_collected (member_id, task, day, zone, points, subject, acted_at, collected_at, ends_at)
    select given.member_id, given.task, given.day::date, given.zone, given.points, given.subject, given.acted_at,
      given.transfer_at, given.ends_at
    from given
    join member on member.id = given.member_id and member.time_zone = given.zone
    where given.acted_at >= given.starts_at and given.transfer_at < given.closes_at
      and not exists (
        select from task_collected as earlier
        where earlier.member_id = given.member_id and earlier.task = given.task
          and (earlier.day >= given.day::date or earlier.ends_at > given.acted_at)
      )`,
} as const;

/**
 * Collecting a task of a day, until the end of the next one: one transfer, keyed by both, with the entry of the red envelope while there are
 * some left.
 */
export function collectionOf(
  memberId: bigint,
  zone: string,
  { task, day, act }: DueTask,
  entry: string | null,
): Submission {
  const given = taskPoints[task];
  const { day: key, startsAt, endsAt } = day;
  return {
    key: `task:${memberId}:${task}:${key}`,
    inputHash: inputHashOf({ task, day: key }),
    kind: 'taskCollected',
    reference: `${task}.${key}`,
    postings: [
      {
        from: houseAccount('sponsorPoints', memberId),
        to: memberAccount(memberId, 'promotion'),
        amount: points(BigInt(given)),
      },
    ],
    rows: [
      attach(recordCollected, {
        ...{ member_id: memberId, task, day: key, zone, points: given },
        ...{ subject: act.subject, acted_at: new Date(act.at) },
        ...{ starts_at: new Date(startsAt), ends_at: new Date(endsAt) },
        closes_at: new Date(startOfDay(dayAfter(key, 2), zone)),
      }),
      ...(entry === null ? [] : [earn('redEnvelope', memberId, entry)]),
    ],
  };
}

/** Weight of so many entries of the red envelope. */
export const envelopeWeight = (entries: number): number =>
  Math.min(redEnvelope.weightMax, entries * rewards.redEnvelope.weight);

/** Points that the smallest donation takes. */
export const leastDonation: number = Math.min(...Object.values(tierPoints));

interface CollectedRow {
  readonly task: TaskKind;
  readonly day: string | null;
  readonly ends_at: Date | null;
  readonly entries: readonly string[];
  readonly is_plan_running: boolean;
}
