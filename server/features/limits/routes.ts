import * as contract from '#contract/limits.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import type { LimitDependencies } from './change-loss-limit.ts';
import { excludeMyself } from './exclude-myself.ts';
import { getLimits } from './get-limits.ts';
import { keepExclusion } from './keep-exclusion.ts';
import { keepLossLimit } from './keep-loss-limit.ts';
import { liftExclusion } from './lift-exclusion.ts';
import { liftLossLimit } from './lift-loss-limit.ts';
import { setLossLimit } from './set-loss-limit.ts';

export function limitRoutes(dependencies: LimitDependencies): readonly Binding[] {
  return bindAll('limits', contract, {
    getLimits: (_, { member }) => getLimits(dependencies, member),
    setLossLimit: (input, { member }) => setLossLimit(dependencies, member, input),
    liftLossLimit: ({ period }, { member }) => liftLossLimit(dependencies, member, period),
    keepLossLimit: ({ period }, { member }) => keepLossLimit(dependencies, member, period),
    excludeMyself: ({ days }, { member }) => excludeMyself(dependencies, member, days),
    liftExclusion: (_, { member }) => liftExclusion(dependencies, member),
    keepExclusion: (_, { member }) => keepExclusion(dependencies, member),
  });
}
