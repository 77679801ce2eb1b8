import type pg from 'pg';
import * as contract from '#contract/weight.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type ComingLevelsDependencies, listComingLevels } from './list-coming-levels.ts';
import { listWeightEntries } from './list-weight-entries.ts';

export interface WeightRoutesDependencies extends ComingLevelsDependencies {
  readonly pool: pg.Pool;
}

export function weightRoutes(dependencies: WeightRoutesDependencies): readonly Binding[] {
  return bindAll('weight', contract, {
    listWeightEntries: ({ before }, { member }) =>
      listWeightEntries(dependencies.pool, member.memberId, before ?? null),
    listComingLevels: () => listComingLevels(dependencies),
  });
}
