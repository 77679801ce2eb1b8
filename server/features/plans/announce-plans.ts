import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { intervalMs } from '#core/market/candle.ts';
import { incomeOf } from '#core/plans/engine.ts';
import { levelSets } from '#core/plans/levels.ts';
import type { Market } from '#server/market/market.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { EventHub } from '#server/platform/events/event-hub.ts';
import type { Log } from '#server/platform/log.ts';
import { leastPublicId } from '#server/platform/public-id.ts';
import { historyOf, runGroup } from './plan-groups.ts';
import { planRecord } from './plan-record.ts';
import { plansSettledAt, runningPlansOf } from './plan-store.ts';
import type { SettledMoment } from './settle-plans.ts';
import { planIntervals, settledTopic } from './settlement-schedule.ts';

export interface AnnounceDependencies {
  readonly market: Pick<Market, 'closed' | 'closedBetween' | 'onClosed'>;
  readonly tables: Kysely<unknown>;
  readonly hub: Pick<EventHub, 'members' | 'sendTo'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly clock: { now(): number };
  readonly log: Log;
}

const settledMessage = z.object({ moments: z.array(z.object({ settledAt: z.number(), placedFrom: z.number() })) });

const longestPlanMs = Math.max(
  ...levelSets.flatMap(({ levels }) => levels.map(({ terms }) => (terms.rounds + 1) * intervalMs[terms.interval])),
);

/** Twice a plan's duration, to allow for gaps in the candles; a page refetches plans of longer gaps itself. */
const runningSinceMs = 2 * longestPlanMs;

/** Sends plan events to the pages open on this node: after each candle, and when plans settle. */
export function announcePlans(dependencies: AnnounceDependencies): { stop(): void } {
  const { market, bus, log } = dependencies;
  const logFailure = (work: Promise<void>): void => {
    work.catch((error: unknown) => log.warn({ err: error }, 'plan events were not sent'));
  };
  const endings = [
    market.onClosed((closed) => {
      const coins = new Set(
        closed.flatMap(({ coin, interval }) => (planIntervals.has(interval) ? [coin as string] : [])),
      );
      if (coins.size > 0) logFailure(sendProgress(dependencies, coins));
    }),
    bus.subscribe(settledTopic, (payload) => {
      const message = settledMessage.safeParse(payload);
      if (message.success) logFailure(sendSettled(dependencies, message.data.moments));
    }),
  ];
  return {
    stop() {
      for (const end of endings) end();
    },
  };
}

/** Leaves out plans that the new candle ended: their event comes with the settlement. */
async function sendProgress(
  { market, tables, hub, clock }: AnnounceDependencies,
  coins: ReadonlySet<string>,
): Promise<void> {
  const members = hub.members();
  if (members.length === 0) return;
  const fromId = leastPublicId(Math.max(0, Math.trunc(clock.now()) - runningSinceMs));
  for (const plan of await runningPlansOf(tables, members, fromId)) {
    if (!coins.has(plan.group.coin)) continue;
    const run = runGroup(plan.group, await historyOf(plan.group, market));
    if (!run || run.outcome.end !== null) continue;
    const income = incomeOf(plan.amount, run.outcome);
    const roundsDone = run.outcome.rounds.length;
    hub.sendTo(plan.memberId, { name: 'plan', value: { id: plan.id, status: 'pending', income, roundsDone } });
  }
}

async function sendSettled(
  { market, tables, hub }: AnnounceDependencies,
  moments: readonly SettledMoment[],
): Promise<void> {
  const members = hub.members();
  if (members.length === 0) return;
  for (const { settledAt, placedFrom } of moments) {
    for (const plan of await plansSettledAt(tables, members, settledAt, leastPublicId(placedFrom))) {
      const { id, status, income, roundsDone } = await planRecord(plan, market);
      hub.sendTo(plan.memberId, { name: 'plan', value: { id, status, income, roundsDone } });
    }
  }
}
