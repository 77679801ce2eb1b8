import type pg from 'pg';
import type { getInvitation as operation } from '#contract/invitations.ts';
import type { OutputOf } from '#contract/operation.ts';
import { readInviters, readStanding } from './team-store.ts';

/** The member's own code, and who sees the member. */
export async function getInvitation(pool: pg.Pool, memberId: bigint): Promise<OutputOf<typeof operation>> {
  const [standing, inviters] = await Promise.all([readStanding(pool, memberId), readInviters(pool, memberId)]);
  return { ...standing, inviters: inviters.map(({ level, name }) => ({ level, name })) };
}
