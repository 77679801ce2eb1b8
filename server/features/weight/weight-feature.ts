import { isActivated } from '#core/weight/rules.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import { type WeightRoutesDependencies, weightRoutes } from './routes.ts';

export interface WeightFeature extends Feature {
  /** Whether the member's score activates the account (`core/weight/rules.ts`). */
  isActivated(memberId: bigint): Promise<boolean>;
}

/** The weight score and its entries, which other features write as points are earned. */
export function openWeight(dependencies: WeightRoutesDependencies): WeightFeature {
  const { pool } = dependencies;
  return {
    bindings: weightRoutes(dependencies),
    async isActivated(memberId) {
      const { rows } = await pool.query<{ weight: number }>(
        'select weight::int as weight from member_weight where member_id = $1',
        [memberId],
      );
      return isActivated(rows[0]?.weight ?? 0);
    },
  };
}
