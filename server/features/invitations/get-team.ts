import type pg from 'pg';
import type { getTeam as operation } from '#contract/invitations.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { readLevels, readTeamMembers } from './team-store.ts';

/** The member's team in numbers, and a page of one level. */
export async function getTeam(
  pool: pg.Pool,
  memberId: bigint,
  { level = 1, before = undefined }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const [levels, members] = await Promise.all([
    readLevels(pool, memberId),
    readTeamMembers(pool, memberId, level, before ?? null),
  ]);
  return { levels, members };
}
