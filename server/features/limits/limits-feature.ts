import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { ProductClock } from '#server/platform/clock.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { SecurityActs } from '#server/platform/security-acts.ts';
import type { LimitTables } from './limit-tables.ts';
import { type LossGuard, openLossGuard } from './loss-guard.ts';
import { limitRoutes } from './routes.ts';

export interface LimitsDependencies {
  readonly pool: pg.Pool;
  readonly acts: SecurityActs;
  /** The product time counts losses by days; protections wait by the wall clock. */
  readonly clock: Pick<ProductClock, 'now' | 'wallNow'>;
}

export interface LimitsFeature extends Feature {
  readonly guard: LossGuard;
}

/** Members' own protections: loss limits and self-exclusion. */
export function openLimits({ pool, acts, clock }: LimitsDependencies): LimitsFeature {
  const own = { tables: new Kysely<LimitTables>({ dialect: new PostgresDialect({ pool }) }), acts, clock };
  return { bindings: limitRoutes(own), guard: openLossGuard(own) };
}
