import type pg from 'pg';
import * as contract from '#contract/weight.ts';
import { isActivated } from '#core/weight/rules.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import { type ComingLevelsDependencies, listComingLevels } from './list-coming-levels.ts';
import { listWeightEntries } from './list-weight-entries.ts';

export interface WeightDependencies extends ComingLevelsDependencies {
  readonly pool: pg.Pool;
}

export interface WeightFeature extends Feature {
  /** Whether the member's score activates the account (`core/weight/rules.ts`). */
  isActivated(memberId: bigint): Promise<boolean>;
}

/** The weight score and its entries, which other features write as points are earned. */
export function openWeight(dependencies: WeightDependencies): WeightFeature {
  const { pool } = dependencies;
  return {
    bindings: bindAll('weight', contract, {
      listWeightEntries: ({ before }, { member }) => listWeightEntries(pool, member.memberId, before ?? null),
      listComingLevels: () => listComingLevels(dependencies),
    }),
    async isActivated(memberId) {
      const { rows } = await pool.query<{ weight: number }>(
        'select weight::int as weight from member_weight where member_id = $1',
        [memberId],
      );
      return isActivated(rows[0]?.weight ?? 0);
    },
  };
}
