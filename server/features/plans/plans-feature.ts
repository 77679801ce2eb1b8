import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { api } from '#contract/api.ts';
import { pageSize } from '#contract/fields.ts';
import type { PinnedObject } from '#contract/support-schemas.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Market } from '#server/market/market.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { EventHub } from '#server/platform/events/event-hub.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import type { MemberObjects } from '#server/platform/member-objects.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import type { StakeGuard } from '#server/platform/stake-guard.ts';
import { announcePlans } from './announce-plans.ts';
import { getMaxLeverage } from './get-max-leverage.ts';
import { getPlan } from './get-plan.ts';
import { getPlanProof } from './get-plan-proof.ts';
import { getQuota } from './get-quota.ts';
import { listLevels } from './list-levels.ts';
import { listPlans } from './list-plans.ts';
import { openLosingPairs } from './losing-pairs.ts';
import { placePlan } from './place-plan.ts';
import { openPlanGroups } from './plan-groups.ts';
import { resultHashOf } from './plan-result.ts';
import { findPlan, plansOf, type StoredPlan } from './plan-store.ts';
import { openQuoteCache } from './quote-cache.ts';
import { quotePlan } from './quote-plan.ts';
import { openRunningLimit } from './running-limit.ts';
import { scheduleSettlement } from './settlement-schedule.ts';
import { openWeightScores } from './weight-scores.ts';

/** Defaults of the trading screen before a coin or a leverage is chosen: a market without that coin shows its first one. */
const defaultCoin = 'ETH';
const defaultLeverage = 1;

export interface PlansDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly market: Market;
  readonly hub: EventHub;
  readonly clock: { readonly speed: number; now(): number };
  readonly guard: StakeGuard;
  readonly offers: Pick<ProductOffers, 'changes'>;
  readonly bus: Bus;
  readonly log: Log;
}

export interface PlansFeature extends Feature, MemberObjects {
  /** Fingerprint of the result of a settled plan of the member (`core/rewards/result-hash.ts`); null where there is none, and of a void plan. */
  resultHashOf(memberId: bigint, plan: string): Promise<string | null>;
}

const objectOf = ({ id, amount, income, placedAt: at, group }: StoredPlan): PinnedObject => ({
  kind: 'plan',
  id,
  amount,
  state: income === null ? 'running' : 'settled',
  income,
  detail: `${group.coin} ${group.terms.leverage}X`,
  at,
});

/** Trading plans: offers, placing, records and proofs, and their settlement as candles close. */
export function openPlans(dependencies: PlansDependencies): PlansFeature {
  const { pool, clock, market } = dependencies;
  const tables = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const isListed = market.coins.some(({ symbol }) => symbol === defaultCoin);
  const firstCoin = isListed ? defaultCoin : (market.coins[0]?.symbol ?? defaultCoin);
  const values = { leverageInvalid: { maximum: getMaxLeverage(clock) } };
  const all = {
    ...dependencies,
    tables,
    ledgerReader: dependencies.ledger,
    groups: openPlanGroups(tables, market),
    weights: openWeightScores(tables),
    running: openRunningLimit(tables),
    quotes: openQuoteCache(),
    losingPairs: openLosingPairs(dependencies),
  };
  const announcing = announcePlans(all);
  const settling = scheduleSettlement(all);
  return {
    bindings: bindAll('plans', api.plans, {
      listLevels: {
        handler: ({ coin, multiple }, { member }) =>
          listLevels(all, member.memberId, coin ?? firstCoin, multiple ?? defaultLeverage),
        values,
      },
      getMaxLeverage: () => getMaxLeverage(clock),
      getQuota: (_, { member }) => getQuota(all.ledgerReader, member.memberId),
      quotePlan: { handler: (input) => quotePlan(all, input), values },
      placePlan: {
        handler: (input, { member, idempotencyKey }) => placePlan(all, member.memberId, input, idempotencyKey),
        values,
      },
      listPlans: ({ before }, { member }) => listPlans(all, member.memberId, before ?? null),
      getPlan: ({ plan }, { member }) => getPlan(all, member.memberId, plan),
      getPlanProof: ({ plan }, { member }) => getPlanProof(all, member.memberId, plan),
    }),
    resultHashOf: (memberId, id) => resultHashOf(tables, memberId, id),
    async pinned(memberId, id) {
      const plan = await findPlan(tables, memberId, id);
      return plan && objectOf(plan);
    },
    async listed(memberId, before) {
      return (await plansOf(tables, memberId, before, pageSize)).map(objectOf);
    },
    async close() {
      announcing.stop();
      all.losingPairs.close();
      await settling.stop();
    },
  };
}
