import type pg from 'pg';
import { readProductTime } from '#server/platform/clock.ts';
import { openBus } from '#server/platform/events/bus.ts';
import { type MemberEvents, openMemberEvents } from '#server/platform/events/member-events.ts';
import { openLog } from '#server/platform/log.ts';
import { withDatabase } from '../command.ts';

export interface OperatorTools {
  readonly pool: pg.Pool;
  readonly memberEvents: MemberEvents;
  /** The product clock, which stands where the database's stood when the command began. */
  readonly clock: { now(): number };
}

/** Works on the product's database, and notifies the members' open pages through it. */
export function withOperatorTools(work: (tools: OperatorTools) => Promise<number>): Promise<number> {
  return withDatabase('server', 4, async ({ pool, url }) => {
    const bus = await openBus(pool, url, openLog('warn'));
    try {
      const now = await readProductTime(pool);
      return await work({ pool, memberEvents: openMemberEvents(bus), clock: { now: () => now } });
    } finally {
      await bus.close();
    }
  });
}
