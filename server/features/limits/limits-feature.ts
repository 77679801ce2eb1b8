import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import * as contract from '#contract/limits.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { LimitDependencies } from './change-loss-limit.ts';
import { excludeMyself } from './exclude-myself.ts';
import { getLimits } from './get-limits.ts';
import { keepExclusion } from './keep-exclusion.ts';
import { keepLossLimit } from './keep-loss-limit.ts';
import { liftExclusion } from './lift-exclusion.ts';
import { liftLossLimit } from './lift-loss-limit.ts';
import { type LossGuard, openLossGuard } from './loss-guard.ts';
import { setLossLimit } from './set-loss-limit.ts';

export interface LimitsDependencies extends Omit<LimitDependencies, 'tables'> {
  readonly pool: pg.Pool;
}

export interface LimitsFeature extends Feature {
  readonly guard: LossGuard;
}

/** Members' own protections: loss limits and self-exclusion. */
export function openLimits({ pool, acts, clock }: LimitsDependencies): LimitsFeature {
  const own = { tables: new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) }), acts, clock };
  return {
    bindings: bindAll('limits', contract, {
      getLimits: (_, { member }) => getLimits(own, member),
      setLossLimit: (input, { member }) => setLossLimit(own, member, input),
      liftLossLimit: ({ period }, { member }) => liftLossLimit(own, member, period),
      keepLossLimit: ({ period }, { member }) => keepLossLimit(own, member, period),
      excludeMyself: ({ days }, { member }) => excludeMyself(own, member, days),
      liftExclusion: (_, { member }) => liftExclusion(own, member),
      keepExclusion: (_, { member }) => keepExclusion(own, member),
    }),
    guard: openLossGuard(own),
  };
}
