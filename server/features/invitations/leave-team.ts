import type pg from 'pg';
import type { leaveTeam as operation } from '#contract/invitations.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { ProductClock } from '#server/platform/clock.ts';
import type { MemberEvents } from '#server/platform/events/member-events.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { readInviters, recordExit } from './team-store.ts';

export interface LeaveTeamDependencies {
  readonly pool: pg.Pool;
  readonly clock: Pick<ProductClock, 'now'>;
  readonly memberEvents: Pick<MemberEvents, 'publish'>;
}

/** Leaves the teams of all inviters, for good. Repeated, it returns when that was. */
export async function leaveTeam(
  { pool, clock, memberEvents }: LeaveTeamDependencies,
  memberId: bigint,
): Promise<OutputOf<typeof operation>> {
  const inviters = await readInviters(pool, memberId);
  const leftAt = await recordExit(pool, memberId, clock.now());
  if (leftAt === null) throw new Refusal('inviterUnset');
  void memberEvents.publish(
    inviters.map(({ id }) => id),
    { name: 'team', value: { change: 'left' } },
  );
  return { leftAt };
}
