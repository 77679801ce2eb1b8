import type pg from 'pg';
import type { OperatorRole, PermittedRoles } from '#contract/roles.ts';
import { readProductTime } from '#server/platform/clock.ts';
import { openBus } from '#server/platform/events/bus.ts';
import { type MemberEvents, openMemberEvents } from '#server/platform/events/member-events.ts';
import { openLog } from '#server/platform/log.ts';
import type { ActingOperator } from '#server/platform/operators/operator-acts.ts';
import { type OperatorEvents, operatorPublisher } from '#server/platform/operators/operator-events.ts';
import { withDatabase } from '../command.ts';

export interface OperatorTools {
  readonly pool: pg.Pool;
  readonly memberEvents: MemberEvents;
  /** To the open consoles. */
  readonly operatorEvents: Pick<OperatorEvents, 'publish'>;
  /** The product clock, which stands where the database's stood when the command began. */
  readonly clock: { now(): number };
}

/** Works on the product's database, and notifies the open pages of members and operators through it. */
export function withOperatorTools(work: (tools: OperatorTools) => Promise<number>): Promise<number> {
  return withDatabase('server', 4, async ({ pool, url }) => {
    const bus = await openBus(pool, url, openLog('warn'));
    try {
      const now = await readProductTime(pool);
      const events = { memberEvents: openMemberEvents(bus), operatorEvents: operatorPublisher(bus) };
      return await work({ pool, ...events, clock: { now: () => now } });
    } finally {
      await bus.close();
    }
  });
}

/** The operator of that name, who must have one of these roles. */
export async function requireOperator(pool: pg.Pool, operator: string, roles: PermittedRoles): Promise<ActingOperator> {
  const { rows } = await pool.query<{ role: OperatorRole }>(
    'select role from operator where name = $1 and ended_at is null',
    [operator],
  );
  const role = rows[0]?.role;
  if (role === undefined) throw new Error(`There is no operator ${operator}.`);
  if (!roles.includes(role)) throw new Error(`${operator} (${role}) may not decide on this.`);
  return { operator, role };
}
