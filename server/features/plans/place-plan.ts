import type { Kysely } from 'kysely';
import type { InputOf } from '#contract/operation.ts';
import type { Plan } from '#contract/plan-record.ts';
import type { placePlan as operation } from '#contract/plans.ts';
import { memberAccount } from '#core/ledger/accounts.ts';
import { plansRunningMax } from '#core/limits/business-limits.ts';
import { intervalMs } from '#core/market/candle.ts';
import { noUsdt } from '#core/money/amount.ts';
import { maximumLossOf } from '#core/plans/engine.ts';
import { canTake, leverageUnlocked, termsOf } from '#core/plans/levels.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import type { PlanLevel, PlanTerms } from '#core/plans/terms.ts';
import { levelsOffered } from '#core/products/offers.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import { isStale } from '#server/ledger/failures.ts';
import type { Ledger, Submission } from '#server/ledger/ledger.ts';
import { type RequestIdentity, refusalOfTransfer, requestOnce } from '#server/ledger/request-once.ts';
import type { Market } from '#server/market/market.ts';
import { requireCoin } from '#server/market/require-coin.ts';
import type { ProductOffers } from '#server/platform/offers/product-offers.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { StakeGuard } from '#server/platform/stake-guard.ts';
import { type PlanGroups, startAfter } from './plan-groups.ts';
import { findLevel, requireLeverage } from './plan-offer.ts';
import { planRecord } from './plan-record.ts';
import { findPlan } from './plan-store.ts';
import type { RunningLimit } from './running-limit.ts';
import type { WeightScores } from './weight-scores.ts';

export interface PlacePlanDependencies {
  readonly ledger: Pick<Ledger, 'submit' | 'receiptOf'>;
  readonly market: Pick<Market, 'coins' | 'closed' | 'closedBetween' | 'health' | 'published'>;
  readonly clock: { now(): number };
  readonly groups: PlanGroups;
  readonly tables: Kysely<unknown>;
  readonly weights: WeightScores;
  readonly guard: StakeGuard;
  readonly running: RunningLimit;
  readonly offers: Pick<ProductOffers, 'changes'>;
}

export type PlanRequest = InputOf<typeof operation>;

/**
 * Places a plan: the amount moves from available to plans in the transaction that records it. A repeated request (same member,
 * same key) returns the plan that it placed the first time, even if it would now be refused.
 */
export async function placePlan(
  dependencies: PlacePlanDependencies,
  memberId: bigint,
  request: PlanRequest,
  idempotencyKey: string | null,
): Promise<Plan> {
  const { id: level, coin, multiple: leverage, price: amount } = request;
  return await requestOnce(
    dependencies.ledger,
    {
      idempotencyKey,
      input: { level, coin, leverage, amount },
      transferKey: (requestKey) => `plan:${memberId}:${requestKey}`,
    },
    (identity) => place(dependencies, memberId, request, identity),
    (id) => placedBefore(dependencies, memberId, id),
  );
}

/**
 * Leaves out a member whose freeze or own limits forbid the stake or who has too many plans running, a plan whose first candle has
 * opened meanwhile, and one whose group a failover has lost since this node recorded it: the missing row refuses the transfer.
 */
const recordPlan = {
  name: 'record plan',
  columns: {
    member_id: 'bigint',
    id: 'text',
    group_id: 'bigint',
    level: 'smallint',
    amount: 'bigint',
    at_risk: 'bigint',
    placed_at: 'timestamptz',
    starts_at: 'timestamptz',
    market_hash: 'text',
    leverage: 'smallint',
    maximum_profit: 'text',
    maximum_loss: 'text',
  },
  sql: `insert into plan (member_id, id, group_id, level, amount, at_risk, placed_at)
    select placed.member_id, placed.id, placed.group_id, placed.level, placed.amount, placed.at_risk, placed.placed_at
    from (select *, row_number() over (partition by member_id) as place from given) as placed
    where placed.place <= ${plansRunningMax} - (select count(*) from (
        select from plan as running where running.member_id = placed.member_id and running.income is null
        limit ${plansRunningMax}) as running)
    and placed.member_id not in (
      select members_refused_stakes(array_agg(member_id), array_agg(at_risk), array_agg(placed_at)) from given)
    and (placed.starts_at > (select product_now())) is not false
    and exists (select from plan_group as g where g.id = placed.group_id and g.starts_at = placed.starts_at
      and g.market_hash = placed.market_hash and g.leverage = placed.leverage
      and g.maximum_profit = placed.maximum_profit::float8 and g.maximum_loss = placed.maximum_loss::float8)`,
} as const;

async function place(
  dependencies: PlacePlanDependencies,
  memberId: bigint,
  request: PlanRequest,
  identity: RequestIdentity,
): Promise<Plan> {
  const { coin, multiple: leverage, price: amount } = request;
  const decideAt = (at: number) => requireOffered(dependencies, memberId, request, at);
  const { level } = await decideAt(Math.trunc(dependencies.clock.now()));
  const available = memberAccount(memberId, 'available');
  /** Reads the clock again each time: a plan that was refused because its first candle has opened starts with the next one, by the offers of then. */
  const submit = async () => {
    const placedAt = Math.trunc(dependencies.clock.now());
    const { level, index } = await decideAt(placedAt);
    const terms = termsOf(level, leverage);
    const startsAt = startAfter(Math.max(placedAt, openedBy(dependencies.market, coin, terms)), terms);
    const start = { coin, startsAt, terms };
    const group = await dependencies.groups.at(start);
    if (!group) throw staleMarket(dependencies.market, coin);
    const id = newPublicId(placedAt);
    const submission: Submission = {
      ...identity,
      kind: 'planPlaced',
      reference: id,
      postings: [{ from: available, to: memberAccount(memberId, 'plans'), amount }],
      // The first level is open to all; for others the unlock is checked again under the lock of the balance.
      conditions: index === 0 ? [] : [{ account: available, atLeast: level.amountMin }],
      rows: [
        attach(recordPlan, {
          member_id: memberId,
          id,
          group_id: group.id,
          level: level.id,
          amount,
          at_risk: maximumLossOf(amount, terms),
          placed_at: new Date(placedAt),
          starts_at: new Date(startsAt),
          market_hash: group.marketHash,
          leverage,
          maximum_profit: String(terms.maximumProfit),
          maximum_loss: String(terms.maximumLoss),
        }),
      ],
    };
    const outcome = await dependencies.ledger.submit(submission).catch((error: unknown) => {
      if (isStale(error)) dependencies.groups.forget(start);
      throw error;
    });
    return { outcome, id, placedAt, level };
  };
  const placed = await dependencies.guard.placing(memberId, maximumLossOf(amount, level.terms), () =>
    dependencies.running.placing(memberId, submit),
  );
  const { outcome, id, placedAt } = placed;
  if (outcome.status === 'refused') {
    if (outcome.reason !== 'conditionFailed') throw refusalOfTransfer(outcome);
    throw new Refusal('levelLockedByBalance', { amount: placed.level.amountMin });
  }
  if (outcome.status === 'replayed') return placedBefore(dependencies, memberId, outcome.reference);
  return {
    id,
    roundsDone: 0,
    roundsTotal: placed.level.terms.rounds,
    amount,
    income: noUsdt,
    strategy: placed.level.terms.strategy,
    status: 'pending',
    placedAt,
    coin,
    leverage,
    level: placed.level.id,
  };
}

/** The level as it is offered at that moment (ms); refuses what is not offered then, or not to this member. */
async function requireOffered(
  { market, offers, weights }: PlacePlanDependencies,
  memberId: bigint,
  { id: levelId, coin, multiple: leverage, price: amount }: PlanRequest,
  at: number,
): Promise<{ readonly level: PlanLevel; readonly index: number }> {
  const { levels, level, index } = findLevel(levelsOffered(at, offers.changes()), levelId);
  requireCoin(market, coin);
  requireLeverage(levels, leverage);
  requireMarket(market, coin, level);
  if (!level.isOpen) throw new Refusal('levelClosed');
  const weight = await weights.of(memberId, weightNeeded(levels, index, leverage));
  const { lacking } = canTake(level, index, weight, level.amountMin);
  if (lacking.includes('weight')) throw new Refusal('levelLockedByWeight', { weight: level.weightMin });
  if (leverage > leverageUnlocked(levels, weight)) throw new Refusal('leverageLocked');
  if (amount < level.amountMin || amount > level.amountMax) {
    throw new Refusal('amountOutsideQuota', {
      minimum: level.amountMin,
      maximum: level.amountMax,
    });
  }
  return { level, index };
}

/** Refuses stale prices, and a coin whose history is shorter than the strategy's lookback. */
function requireMarket(market: Pick<Market, 'health' | 'closed'>, coin: string, { terms }: PlanLevel): void {
  const known = market.closed(coin, terms.interval).openTime.length;
  if (market.health(coin).state === 'stale' || known < strategies[terms.strategy].lookback) {
    throw staleMarket(market, coin);
  }
}

/** When the candle after the newest closed one has opened (ms): an exchange's clock may be ahead of the product clock. */
function openedBy(market: Pick<Market, 'closed'>, coin: string, { interval }: PlanTerms): number {
  return (market.closed(coin, interval).openTime.at(-1) ?? 0) + intervalMs[interval];
}

function staleMarket(market: Pick<Market, 'health'>, coin: string): Refusal {
  const { ageMs } = market.health(coin);
  return new Refusal('marketStale', { age: { ageMs } });
}

/** The score from which neither level nor leverage can be refused, so that a cached score of that size suffices. */
function weightNeeded(levels: readonly PlanLevel[], index: number, leverage: number): number {
  const forLevel = index === 0 ? 0 : (levels[index]?.weightMin ?? 0);
  const forLeverage = levels.find((level) => level.leverageMax >= leverage)?.weightMin ?? 0;
  return Math.max(forLevel, forLeverage);
}

async function placedBefore({ tables, market }: PlacePlanDependencies, memberId: bigint, id: string): Promise<Plan> {
  const plan = await findPlan(tables, memberId, id);
  if (!plan) throw new Error(`the ledger knows plan ${id} of member ${memberId}, the plans do not`);
  return planRecord(plan, market);
}
