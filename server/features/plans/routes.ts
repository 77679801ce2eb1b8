import { getMaxLeverage, getQuota, listLevels, quotePlan } from '#contract/plan-offer.ts';
import { getPlan, getPlanProof, listPlans, placePlan } from '#contract/plans.ts';
import { levelsAt } from '#core/plans/levels.ts';
import { type Binding, bind } from '#server/platform/http/binding.ts';
import { getPlan as readPlan } from './get-plan.ts';
import { getPlanProof as readProof } from './get-plan-proof.ts';
import { getQuota as readQuota } from './get-quota.ts';
import { type ListLevelsNeeds, listLevels as readLevels } from './list-levels.ts';
import { listPlans as readPlans } from './list-plans.ts';
import { type PlacePlanNeeds, placePlan as place } from './place-plan.ts';
import { leverageMax } from './plan-offer.ts';
import { quotePlan as quote } from './quote-plan.ts';

/** What the trading screen shows before a coin or a leverage is chosen. */
const defaultCoin = 'ETH';
const defaultLeverage = 1;

export function planRoutes(needs: PlacePlanNeeds & ListLevelsNeeds): Binding[] {
  const { books, store, clock } = needs;
  const highest = (): number => leverageMax(levelsAt(clock.now()));
  const values = { leverageInvalid: { maximum: highest() } };
  return [
    bind(
      listLevels,
      ({ coin, multiple }, { member }) =>
        readLevels(needs, member.memberId, coin ?? defaultCoin, multiple ?? defaultLeverage),
      { values },
    ),
    bind(getMaxLeverage, highest),
    bind(getQuota, (_, { member }) => readQuota(books, member.memberId)),
    bind(quotePlan, (input) => quote(needs, input), { values }),
    bind(placePlan, (input, { member, idempotencyKey }) => place(needs, member.memberId, input, idempotencyKey), {
      values,
    }),
    bind(listPlans, ({ before }, { member }) => readPlans(needs, member.memberId, before ?? null)),
    bind(getPlan, ({ plan }, { member }) => readPlan(needs, member.memberId, plan)),
    bind(getPlanProof, ({ plan }, { member }) => readProof(store, member.memberId, plan)),
  ];
}
