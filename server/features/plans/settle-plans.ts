import { type Kysely, sql } from 'kysely';
import { intervalMs } from '#core/market/candle.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { candlesUsed } from '#core/plans/engine.ts';
import { rewards } from '#core/rewards/rules.ts';
import type { Market } from '#server/market/market.ts';
import { historyOf, runGroup } from './plan-groups.ts';
import type { StoredOutcome } from './plan-store.ts';
import type { PlanTables } from './plan-tables.ts';
import { type DecidedGroup, recordOutcomes } from './record-outcomes.ts';
import { type RunningGroup, runningGroups } from './running-groups.ts';

export interface SettlementNeeds {
  readonly tables: Kysely<PlanTables>;
  readonly clock: { now(): number };
  readonly market: Pick<Market, 'closed' | 'closedBetween' | 'source'>;
}

export interface SettlementReport {
  /** Plans that this call settled. */
  readonly settled: number;
  /** The moments recorded as their settlement's, each with the earliest time that one of them can have been placed. */
  readonly moments: readonly SettledMoment[];
}

export interface SettledMoment {
  readonly settledAt: number;
  readonly placedFrom: number;
}

/** Members are shared between so many calls at once, as the ledger's committers share them. */
const lanes = [0, 1] as const;
/** As many as a set of transfers takes; bounds how long the members' balances stay locked. */
const pagePlans = 1_024;
/** Groups run and recorded in one go. */
const decidedTogether = 128;

/**
 * Settles every running plan whose end the closed candles decide. Any number of nodes may do so at once, and any of them may
 * die on the way: the first to record a group's outcome decides it, and each plan is claimed, paid and recorded in one
 * transaction, under a key of the ledger that is used once. `stopping` ends it between two pages.
 */
export async function settlePlans(needs: SettlementNeeds, stopping?: AbortSignal): Promise<SettlementReport> {
  const placedFrom = new Map<number, number>();
  const noteMoment = ({ group }: RunningGroup, { settledAt }: StoredOutcome): void => {
    const earliest = group.startsAt - intervalMs[group.terms.interval];
    placedFrom.set(settledAt, Math.min(earliest, placedFrom.get(settledAt) ?? earliest));
  };
  const running = await runningGroups(needs.tables);
  for (let from = 0; from < running.length; from += decidedTogether) {
    const groups = running.slice(from, from + decidedTogether);
    const decided = await Promise.all(groups.map((group) => (group.outcome ? null : decide(needs, group))));
    const recorded = await recordOutcomes(
      needs.tables,
      decided.filter((one) => one !== null),
    );
    for (const group of groups) {
      const outcome = group.outcome ?? recorded.get(group.id);
      if (outcome) noteMoment(group, outcome);
    }
    if (stopping?.aborted) break;
  }
  const counts = placedFrom.size === 0 ? [] : await Promise.all(lanes.map((lane) => settleLane(needs, lane, stopping)));
  return {
    settled: counts.reduce((total, count) => total + count, 0),
    moments: [...placedFrom].map(([settledAt, from]) => ({ settledAt, placedFrom: from })),
  };
}

/** Settles the plans of decided groups that belong to the members of one lane, a page at a time. */
async function settleLane(
  { tables, clock }: SettlementNeeds,
  lane: number,
  stopping: AbortSignal | undefined,
): Promise<number> {
  let settled = 0;
  let after = { memberId: 0n, id: '' };
  while (!stopping?.aborted) {
    const { rows } = await sql<PageRow>`select * from settle_plans(
      ${lane}::integer, ${after.memberId}::bigint, ${after.id}::text, ${pagePlans}::integer,
      ${rewards.planSettled.weight}::integer, ${new Date(clock.now())}::timestamptz)`.execute(tables);
    const page = rows[0];
    if (!page || page.last_member === null || page.last_id === null) break;
    settled += page.settled;
    after = { memberId: page.last_member, id: page.last_id };
  }
  return settled;
}

interface PageRow {
  readonly settled: number;
  readonly last_member: bigint | null;
  readonly last_id: string | null;
}

/** Runs the group once: how it ended, or null while it runs. */
async function decide({ market, clock }: SettlementNeeds, { id, group }: RunningGroup): Promise<DecidedGroup | null> {
  const run = runGroup(group, await historyOf(group, market));
  if (!run || run.outcome.end === null) return null;
  const { end, result, shortfall, rounds } = run.outcome;
  const candles = candlesUsed(group.terms, run.candles, run.outcome);
  const outcome: StoredOutcome = {
    result,
    results: rounds.map((round) => round.result),
    end,
    shortfall,
    candlesHash: candlesHash(candles),
    source: market.source.label,
    settledAt: Math.trunc(clock.now()),
  };
  return { id, outcome, candles };
}
