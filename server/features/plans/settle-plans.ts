import type { Kysely } from 'kysely';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { candlesUsed } from '#core/plans/engine.ts';
import type { Ledger } from '#server/ledger/ledger.ts';
import type { Market } from '#server/market/market.ts';
import { historyOf, runGroup } from './plan-groups.ts';
import { recordOutcome, type StoredOutcome } from './plan-store.ts';
import type { PlanTables } from './plan-tables.ts';
import { type RunningGroup, type RunningPlan, runningGroups, runningPlans } from './running-plans.ts';
import { settlementOf } from './settlement-transfer.ts';

export interface SettlementNeeds {
  readonly tables: Kysely<PlanTables>;
  readonly ledger: Pick<Ledger, 'submit'>;
  readonly clock: { now(): number };
  readonly market: Pick<Market, 'closed' | 'closedBetween' | 'source'>;
}

export interface SettlementReport {
  /** Plans that this call settled. */
  readonly settled: number;
  /** The moments recorded as their settlement's. */
  readonly moments: readonly number[];
}

/**
 * Settles every running plan whose end the closed candles decide. Any number of nodes may do so at once, and any of them may
 * die on the way: the first to record a group's outcome decides it, and the ledger's key settles each plan once, in the
 * transaction that records its income. `stopping` ends it between two pages.
 */
export async function settlePlans(needs: SettlementNeeds, stopping?: AbortSignal): Promise<SettlementReport> {
  const outcomes = new Map<bigint, StoredOutcome>();
  for (const group of await runningGroups(needs.tables)) {
    const outcome = group.outcome ?? (await decide(needs, group));
    if (outcome) outcomes.set(group.id, outcome);
  }
  let settled = 0;
  let writing: Promise<number> = Promise.resolve(0);
  // While one page is written the next is read and made.
  for await (const page of runningPlans(needs.tables, [...outcomes.keys()])) {
    const next = settlePage(needs.ledger, page, outcomes);
    settled += await writing;
    writing = next;
    if (stopping?.aborted) break;
  }
  settled += await writing;
  return { settled, moments: [...new Set([...outcomes.values()].map(({ settledAt }) => settledAt))] };
}

/** Runs the group once and records how it ended, or answers null while it runs. */
async function decide(
  { tables, market, clock }: SettlementNeeds,
  { id, group }: RunningGroup,
): Promise<StoredOutcome | null> {
  const run = runGroup(group, await historyOf(group, market));
  if (!run || run.outcome.end === null) return null;
  const { end, result, shortfall, rounds } = run.outcome;
  const used = candlesUsed(group.terms, run.candles, run.outcome);
  const outcome: StoredOutcome = {
    result,
    results: rounds.map((round) => round.result),
    end,
    shortfall,
    candlesHash: candlesHash(used),
    source: market.source.label,
    settledAt: Math.trunc(clock.now()),
  };
  return recordOutcome(tables, id, outcome, used);
}

async function settlePage(
  ledger: Pick<Ledger, 'submit'>,
  page: readonly RunningPlan[],
  outcomes: ReadonlyMap<bigint, StoredOutcome>,
): Promise<number> {
  const answers = page.map(async (plan) => {
    const outcome = outcomes.get(plan.groupId);
    if (!outcome) throw new Error(`plan ${plan.id} is of no decided group`);
    const answer = await ledger.submit(settlementOf(plan, outcome));
    if (answer.status === 'refused') throw new Error(`plan ${plan.id} cannot be settled: ${answer.reason}`);
    return answer.status;
  });
  return (await Promise.all(answers)).filter((status) => status === 'committed').length;
}
