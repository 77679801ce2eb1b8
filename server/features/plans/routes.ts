import { api } from '#contract/api.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { getMaxLeverage } from './get-max-leverage.ts';
import { type GetPlanDependencies, getPlan } from './get-plan.ts';
import { getPlanProof } from './get-plan-proof.ts';
import { getQuota } from './get-quota.ts';
import { type ListLevelsDependencies, listLevels } from './list-levels.ts';
import { listPlans } from './list-plans.ts';
import { type PlacePlanDependencies, placePlan } from './place-plan.ts';
import { quotePlan } from './quote-plan.ts';

/** Defaults of the trading screen before a coin or a leverage is chosen: a market without that coin shows its first one. */
const defaultCoin = 'ETH';
const defaultLeverage = 1;

export function planRoutes(
  dependencies: PlacePlanDependencies & ListLevelsDependencies & GetPlanDependencies,
): readonly Binding[] {
  const { ledgerReader, clock, market } = dependencies;
  const isListed = market.coins.some(({ symbol }) => symbol === defaultCoin);
  const firstCoin = isListed ? defaultCoin : (market.coins[0]?.symbol ?? defaultCoin);
  const values = { leverageInvalid: { maximum: getMaxLeverage(clock) } };
  return bindAll('plans', api.plans, {
    listLevels: {
      handler: ({ coin, multiple }, { member }) =>
        listLevels(dependencies, member.memberId, coin ?? firstCoin, multiple ?? defaultLeverage),
      values,
    },
    getMaxLeverage: () => getMaxLeverage(clock),
    getQuota: (_, { member }) => getQuota(ledgerReader, member.memberId),
    quotePlan: { handler: (input) => quotePlan(dependencies, input), values },
    placePlan: {
      handler: (input, { member, idempotencyKey }) => placePlan(dependencies, member.memberId, input, idempotencyKey),
      values,
    },
    listPlans: ({ before }, { member }) => listPlans(dependencies, member.memberId, before ?? null),
    getPlan: ({ plan }, { member }) => getPlan(dependencies, member.memberId, plan),
    getPlanProof: ({ plan }, { member }) => getPlanProof(dependencies, member.memberId, plan),
  });
}
