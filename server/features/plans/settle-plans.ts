import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { intervalMs } from '#core/market/candle.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { candlesUsed } from '#core/plans/engine.ts';
import { settlePlan } from '#core/plans/settlement.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import type { Ledger, PagesReport, Submission } from '#server/ledger/ledger.ts';
import type { Market } from '#server/market/market.ts';
import { earn } from '#server/rewards/earn.ts';
import { requireBoundCandles } from './bound-market.ts';
import { historyOf, runGroup } from './plan-groups.ts';
import type { StoredOutcome } from './plan-store.ts';
import type { PlanTables } from './plan-tables.ts';
import { type DecidedGroup, recordOutcomes } from './record-outcomes.ts';
import { type RunningGroup, runningGroups } from './running-groups.ts';

export interface SettlementDependencies {
  readonly tables: Kysely<PlanTables>;
  readonly clock: { now(): number };
  readonly market: Pick<Market, 'binding' | 'closed' | 'closedBetween'>;
  readonly ledger: Pick<Ledger, 'submitPages'>;
}

export interface SettlementReport {
  /** Plans that this call settled. */
  readonly settled: number;
  /** Plans and groups that could not be settled, by the key of the transfer or `group <id>`; the others were settled. */
  readonly failed: PagesReport['failed'];
  /** Settlement times, each with the earliest time at which one of its plans can have been placed. */
  readonly moments: readonly SettledMoment[];
}

export interface SettledMoment {
  readonly settledAt: number;
  readonly placedFrom: number;
}

/** Plans per page: each committer gets two full batches of it, and still has work while the next page is read. */
const pagePlans = 4_096;
/** Groups run and recorded per batch. */
const decidedTogether = 128;

/**
 * Settles every running plan that has ended by the closed candles. Safe on any number of nodes at once and after a crash: the first
 * recorded outcome of a group is final, and each plan is paid and recorded in one transaction under a unique idempotency key.
 * `stopping` ends it between two pages.
 */
export async function settlePlans(
  dependencies: SettlementDependencies,
  stopping?: AbortSignal,
): Promise<SettlementReport> {
  const placedFrom = new Map<number, number>();
  const noteMoment = ({ group }: RunningGroup, { settledAt }: StoredOutcome): void => {
    const earliest = group.startsAt - intervalMs[group.terms.interval];
    placedFrom.set(settledAt, Math.min(earliest, placedFrom.get(settledAt) ?? earliest));
  };
  const outcomes = new Map<bigint, StoredOutcome>();
  const undecided: SettlementReport['failed'][number][] = [];
  const running = await runningGroups(dependencies.tables);
  for (let from = 0; from < running.length; from += decidedTogether) {
    const groups = running.slice(from, from + decidedTogether);
    const decided = await Promise.all(
      groups.map(async (group) =>
        group.outcome
          ? null
          : await decide(dependencies, group).catch((reason: unknown) => {
              undecided.push({ key: `group ${group.id}`, reason });
              return null;
            }),
      ),
    );
    const recorded = await recordOutcomes(
      dependencies.tables,
      decided.filter((one) => one !== null),
    );
    for (const group of groups) {
      const outcome = group.outcome ?? recorded.get(group.id);
      if (!outcome) continue;
      outcomes.set(group.id, outcome);
      noteMoment(group, outcome);
    }
    if (stopping?.aborted) break;
  }
  const { committed, failed } = await dependencies.ledger.submitPages(
    settlementPages(dependencies.tables, outcomes, stopping),
  );
  return {
    settled: committed,
    failed: [...undecided, ...failed],
    moments: [...placedFrom].map(([settledAt, from]) => ({ settledAt, placedFrom: from })),
  };
}

interface RunningPlan {
  readonly memberId: bigint;
  readonly id: string;
  readonly amount: Usdt;
  readonly groupId: bigint;
}

/** The transfers that settle the running plans of these groups, ordered by member, so that a page updates few balances. */
async function* settlementPages(
  tables: Kysely<PlanTables>,
  outcomes: ReadonlyMap<bigint, StoredOutcome>,
  stopping: AbortSignal | undefined,
): AsyncGenerator<Submission[]> {
  const groupIds = `{${[...outcomes.keys()].join(',')}}`;
  let after = { memberId: 0n, id: '' };
  while (!stopping?.aborted) {
    const page = await runningPlans(tables, groupIds, after);
    const last = page.at(-1);
    if (!last) break;
    after = last;
    yield page.map((plan) => settlementOf(plan, outcomes.get(plan.groupId) as StoredOutcome));
  }
}

/** Running plans of these groups, given as an array's text, after the given plan by member and id; at most `pagePlans`. */
async function runningPlans(
  tables: Kysely<PlanTables>,
  groupIds: string,
  after: Pick<RunningPlan, 'memberId' | 'id'>,
): Promise<RunningPlan[]> {
  const { rows } = await sql<{ member_id: bigint; id: string; amount: bigint; group_id: bigint }>`
    select member_id, id, amount, group_id from plan
    where income is null and group_id = any (${groupIds}::bigint[])
      and (member_id, id) > (${after.memberId}::bigint, ${after.id}::text)
    order by member_id, id limit ${pagePlans}`.execute(tables);
  return rows.map((row) => ({ memberId: row.member_id, id: row.id, amount: usdt(row.amount), groupId: row.group_id }));
}

const endPlan = {
  name: 'settle plan',
  columns: { member_id: 'bigint', id: 'text', income: 'bigint', settled_at: 'timestamptz' },
  sql: `update plan set income = given.income, settled_at = given.settled_at from given
    where plan.member_id = given.member_id and plan.id = given.id and plan.income is null`,
} as const;

/** The transfer that settles a plan, with its result and the weight points it earns. Its key makes it idempotent. */
export function settlementOf(
  { memberId, id, amount }: Omit<RunningPlan, 'groupId'>,
  outcome: StoredOutcome,
): Submission {
  const { income, postings } = settlePlan(memberId, amount, outcome);
  const settledAt = new Date(outcome.settledAt);
  return {
    key: `settle:${memberId}:${id}`,
    inputHash: hash('sha256', `${memberId} ${id} ${amount} ${outcome.candlesHash}`, 'hex'),
    kind: 'planSettled',
    reference: id,
    postings,
    rows: [
      attach(endPlan, { member_id: memberId, id, income, settled_at: settledAt }),
      earn('planSettled', memberId, id, outcome.settledAt),
    ],
  };
}

/** Runs the engine for the group: its outcome, or null while it runs. */
async function decide(
  { market, clock }: SettlementDependencies,
  { id, group }: RunningGroup,
): Promise<DecidedGroup | null> {
  const run = runGroup(group, await historyOf(group, market));
  if (!run || run.outcome.end === null) return null;
  const { end, result, shortfall, rounds } = run.outcome;
  const candles = candlesUsed(group.terms, run.candles, run.outcome);
  requireBoundCandles(group, candles, market);
  const outcome: StoredOutcome = {
    result,
    results: rounds.map((round) => round.result),
    end,
    shortfall,
    candlesHash: candlesHash(candles),
    settledAt: Math.trunc(clock.now()),
  };
  return { id, outcome, candles };
}
