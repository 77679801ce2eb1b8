import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Feature } from '#server/platform/http/binding.ts';
import type { LimitDependencies } from './change-loss-limit.ts';
import type { LimitTables } from './limit-tables.ts';
import { type LossGuard, openLossGuard } from './loss-guard.ts';
import { limitRoutes } from './routes.ts';

export interface LimitsDependencies extends Omit<LimitDependencies, 'tables'> {
  readonly pool: pg.Pool;
}

export interface LimitsFeature extends Feature {
  readonly guard: LossGuard;
}

/** Members' own protections: loss limits and self-exclusion. */
export function openLimits({ pool, acts, clock }: LimitsDependencies): LimitsFeature {
  const own = { tables: new Kysely<LimitTables>({ dialect: new PostgresDialect({ pool }) }), acts, clock };
  return { bindings: limitRoutes(own), guard: openLossGuard(own) };
}
