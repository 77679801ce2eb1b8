import type pg from 'pg';
import type { Draw } from '#contract/draws.ts';
import { drawerOf } from '#core/draws/draw.ts';
import type { DrawnEntry } from '#core/draws/entries.ts';
import { type Prize, prizeFor } from '#core/draws/prizes.ts';
import { noUsdt } from '#core/money/amount.ts';
import type { DayKey } from '#core/time/member-day.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import type { DrawSeeds } from './draw-seeds.ts';

/** A drawn entry as it is stored, with its member's account name: number and prize are computed. */
export interface StoredDraw extends DrawnEntry {
  readonly id: string;
  readonly username: string;
  /** Days since 1970 (UTC). */
  readonly day: number;
  readonly entry: number;
  readonly clientSeed: string;
  readonly drawnAt: number;
}

type DrawRow = Dated<StoredDraw, 'endsAt' | 'drawnAt'>;

const drawn = `select draw.id, member.username, draw.day, draw.entry, draw.kind, draw.subject, draw.member_day::text as "memberDay",
    draw.ends_at as "endsAt", draw.client_seed as "clientSeed", draw.drawn_at as "drawnAt"
  from draw join member on member.id = draw.member_id`;

/** The member's draw, or null for an unknown one or another member's. */
export async function findDraw(pool: pg.Pool, memberId: bigint, id: string): Promise<StoredDraw | null> {
  const { rows } = await pool.query<DrawRow>({
    name: 'draw of member',
    text: `${drawn} where draw.member_id = $1 and draw.id = $2`,
    values: [memberId, id],
  });
  return rows.map(inMs)[0] ?? null;
}

/** The member's draws, newest first; `before` leaves out that one and the newer ones. */
export async function drawsOf(
  pool: pg.Pool,
  memberId: bigint,
  before: string | null,
  limit: number,
): Promise<StoredDraw[]> {
  const { rows } = await pool.query<DrawRow>({
    name: 'draws of member',
    text: `${drawn} where draw.member_id = $1 and ($2::text is null or draw.id < $2) order by draw.id desc limit $3`,
    values: [memberId, before, limit],
  });
  return rows.map(inMs);
}

/** The member's draws of those dates of its own calendar from `from` on. */
export async function drawsSince(pool: pg.Pool, memberId: bigint, from: DayKey): Promise<StoredDraw[]> {
  const { rows } = await pool.query<DrawRow>({
    name: 'draws of member since',
    text: `${drawn} where draw.member_id = $1 and draw.member_day >= $2::date order by draw.id`,
    values: [memberId, from],
  });
  return rows.map(inMs);
}

/** All draws of the member with the seed of that day (UTC), in the order of their entries. */
export async function drawsOfDay(pool: pg.Pool, memberId: bigint, day: number): Promise<StoredDraw[]> {
  const { rows } = await pool.query<DrawRow>({
    name: 'draws of member on day',
    text: `${drawn} where draw.member_id = $1 and draw.day = $2 order by draw.entry`,
    values: [memberId, day],
  });
  return rows.map(inMs);
}

/** The newest draws of all members, newest first; not of those who deleted their accounts, whose names the numbers were drawn with. */
export async function newestDraws(pool: pg.Pool, limit: number): Promise<StoredDraw[]> {
  const { rows } = await pool.query<DrawRow>({
    name: 'newest draws',
    text: `${drawn} where member.username is not null order by draw.drawn_at desc, draw.id desc limit $1`,
    values: [limit],
  });
  return rows.map(inMs);
}

/** What an entry draws. There is no column for it. */
export function resultOf(
  seeds: DrawSeeds,
  { day, ...entry }: Pick<StoredDraw, 'day' | 'username' | 'clientSeed' | 'entry'>,
): { readonly number: number; readonly prize: Prize | null } {
  const number = drawerOf(seeds.ofDay(day).drawSeed)(entry);
  return { number, prize: prizeFor(number, seeds.prizesOf(day)) };
}

/** A draw as the contract sends it. */
export function drawRecord(seeds: DrawSeeds, stored: StoredDraw): Draw {
  const { id, day, entry, kind, clientSeed, drawnAt } = stored;
  const { number, prize } = resultOf(seeds, stored);
  return {
    id,
    day,
    entry,
    kind,
    clientSeed,
    number,
    prize: prize?.id ?? null,
    amount: prize?.amount ?? noUsdt,
    drawnAt,
  };
}
