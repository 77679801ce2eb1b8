import type pg from 'pg';
import { type EntryState, entriesOf } from '#core/draws/entries.ts';
import { utcDay } from '#core/time/lengths.ts';
import { type DayKey, dayAfter, daySpan, memberDay } from '#core/time/member-day.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { actsBetween } from '#server/rewards/acts.ts';
import { drawsSince, type StoredDraw } from './draw-store.ts';

/** Dates of two zones lie at most so far apart. */
const zonesApartDays = 2;

/** What was published of a day (UTC) before anything was drawn on it. */
export interface Published {
  readonly day: number;
  readonly commitment: string;
  readonly publishedAt: number;
}

/** Everything that decides what a member can draw at a moment. */
export interface DrawState {
  readonly username: string;
  /** Time zone of the profile, the member's day in it, and the end of that day. */
  readonly zone: string;
  readonly memberDay: DayKey;
  readonly endsAt: number;
  readonly published: Published | null;
  readonly excludedUntil: number | null;
  readonly clientSeed: string | null;
  /** Day (UTC) and number of the next entry. */
  readonly day: number;
  readonly next: number;
  readonly entries: readonly EntryState<StoredDraw>[];
}

/** Reads the state at `now`, ms of the product clock. */
export async function readDrawState(pool: pg.Pool, memberId: bigint, now: number): Promise<DrawState> {
  const day = utcDay(now);
  const { rows } = await pool.query<StateRow>({
    name: 'draw state of member',
    text: `select member.username, member.time_zone, excluded_until(member.id, $2) as excluded_until,
        (select seed from draw_client_seed where member_id = member.id order by number desc limit 1) as client_seed,
        published.draw_commitment, published.published_at
      from member left join fairness_day as published on published.day = $3
      where member.id = $1 and member.username is not null`,
    values: [memberId, new Date(now), day],
  });
  const [row] = rows;
  // The account was deleted while the call was under way.
  if (!row) throw new Refusal('sessionExpired');
  const { username, time_zone: zone, client_seed: clientSeed } = row;
  const today = memberDay(now, zone);
  const { startsAt, endsAt } = daySpan(today, zone);
  const [acts, drawn] = await Promise.all([
    actsBetween(pool, memberId, startsAt, endsAt),
    drawsSince(pool, memberId, dayAfter(today, -zonesApartDays)),
  ]);
  return {
    ...{ username, zone, clientSeed, day, endsAt },
    memberDay: today,
    excludedUntil: row.excluded_until?.getTime() ?? null,
    // From the same look as the entries, so that they agree: dates of that day (UTC) are among those looked at.
    next: drawn.filter((one) => one.day === day).length + 1,
    published: publishedOf(day, row),
    entries: entriesOf(acts, drawn, today, now),
  };
}

/** What is published of a day (UTC); null where nothing is. */
export async function findPublished(pool: pg.Pool, day: number): Promise<Published | null> {
  const { rows } = await pool.query<PublishedRow>({
    name: 'draw commitment of day',
    text: 'select draw_commitment, published_at from fairness_day where day = $1',
    values: [day],
  });
  return rows[0] ? publishedOf(day, rows[0]) : null;
}

interface PublishedRow {
  readonly draw_commitment: string | null;
  readonly published_at: Date | null;
}

interface StateRow extends PublishedRow {
  readonly username: string;
  readonly time_zone: string;
  readonly excluded_until: Date | null;
  readonly client_seed: string | null;
}

function publishedOf(day: number, { draw_commitment, published_at }: PublishedRow): Published | null {
  if (draw_commitment === null || published_at === null) return null;
  return { day, commitment: draw_commitment, publishedAt: published_at.getTime() };
}
