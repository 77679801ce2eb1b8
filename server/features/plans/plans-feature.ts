import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Market } from '#server/market/market.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { EventHub } from '#server/platform/events/event-hub.ts';
import type { Feature } from '#server/platform/http/binding.ts';
import type { Log } from '#server/platform/log.ts';
import { announcePlans } from './announce-plans.ts';
import { openLosingPairs } from './losing-pairs.ts';
import type { LossGuard } from './loss-guard.ts';
import { openPlanGroups } from './plan-groups.ts';

import type { PlanTables } from './plan-tables.ts';
import { openQuoteCache } from './quote-cache.ts';
import { planRoutes } from './routes.ts';
import { scheduleSettlement } from './settlement-schedule.ts';
import { openWeightScores } from './weight-scores.ts';

export interface PlansDependencies {
  readonly pool: pg.Pool;
  readonly ledger: Ledger;
  readonly market: Market;
  readonly hub: EventHub;
  readonly clock: { now(): number };
  readonly guard: LossGuard;
  readonly bus: Bus;
  readonly log: Log;
}

/** Trading plans: offers, placing, records and proofs, and their settlement as candles close. */
export function openPlans(dependencies: PlansDependencies): Feature {
  const tables = new Kysely<PlanTables>({ dialect: new PostgresDialect({ pool: dependencies.pool }) });
  const all = {
    ...dependencies,
    tables,
    ledgerReader: dependencies.ledger,
    groups: openPlanGroups(tables, dependencies.market),
    weights: openWeightScores(tables),
    quotes: openQuoteCache(),
    losingPairs: openLosingPairs(dependencies),
  };
  const announcing = announcePlans(all);
  const settling = scheduleSettlement(all);
  return {
    bindings: planRoutes(all),
    async close() {
      announcing.stop();
      all.losingPairs.close();
      await settling.stop();
    },
  };
}
