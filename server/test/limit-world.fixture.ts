import { Kysely, PostgresDialect } from 'kysely';
import type { LimitPeriod } from '#core/limits/loss-limits.ts';
import type { Usdt } from '#core/money/amount.ts';
import { changeLossLimit } from '#server/features/limits/change-loss-limit.ts';
import { type LossGuard, openLossGuard } from '#server/features/limits/loss-guard.ts';
import { type PlanRequest, placePlan } from '#server/features/plans/place-plan.ts';
import { type Node, openWorld, someRequest } from '#server/features/plans/plan-world.fixture.ts';
import { openSecurityActs } from '#server/platform/security-acts.ts';
import { silentSecurityLog } from '#server/platform/security-log.ts';

export type LimitWorld = Awaited<ReturnType<typeof openLimitWorld>>;

/** The world of plans with the limits that members set. */
export async function openLimitWorld() {
  const world = await openWorld();
  const { clock } = world;
  const acts = openSecurityActs({ publish: async () => undefined }, clock, silentSecurityLog);
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: world.database.pool }) });
  const dependencies = { tables, acts, clock };
  return {
    ...world,
    acts,
    dependencies,
    /** Sets or lifts a limit, as from a phone in that time zone. */
    limit: (memberId: bigint, period: LimitPeriod, amount: Usdt | null, timeZone = 'UTC') =>
      changeLossLimit(dependencies, { memberId, timeZone }, period, amount),
    /** A node that asks the limits before it places. */
    guardedNode(node: Node = world.openNode()) {
      const guard: LossGuard = openLossGuard(dependencies);
      return {
        place: (memberId: bigint, change: Partial<PlanRequest> = {}, key: string | null = null) =>
          placePlan({ ...node, guard }, memberId, { ...someRequest, ...change }, key),
      };
    },
  };
}

export const codeOf = (placing: Promise<unknown>): Promise<unknown> =>
  placing.then(
    () => 'placed',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
