import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type CandleColumns, intervalMs } from '#core/market/candle.ts';
import { noCandles, rowAtOrAfter } from '#core/market/columns.ts';
import { type Usdt, usdt } from '#core/money/amount.ts';
import { candlesHash } from '#core/plans/candle-hash.ts';
import { candlesUsed, planCandles } from '#core/plans/engine.ts';
import { settlePlan } from '#core/plans/settlement.ts';
import { strategies } from '#core/plans/strategies/strategies.ts';
import { candlesInTime, voidFrom } from '#core/plans/void.ts';
import { attach } from '#server/ledger/attached-rows.ts';
import type { Ledger, PagesReport, Submission } from '#server/ledger/ledger.ts';
import type { Market } from '#server/market/market.ts';
import { planEarns } from '#server/rewards/earn.ts';
import { hasBoundLookback, marketDifferences, requireBoundCandles } from './bound-market.ts';
import { historyOf, type PlanGroup, runGroup } from './plan-groups.ts';
import type { StoredOutcome } from './plan-store.ts';
import { type DecidedGroup, recordOutcomes } from './record-outcomes.ts';
import { type RunningGroup, runningGroups } from './running-groups.ts';

export interface SettlementDependencies {
  readonly tables: Kysely<unknown>;
  readonly clock: { now(): number };
  readonly market: Pick<Market, 'binding' | 'closed' | 'closedBetween' | 'coins' | 'knownThrough' | 'source'>;
  readonly ledger: Pick<Ledger, 'submitPages'>;
}

export interface SettlementReport {
  /** Plans that this call settled, void ones included. */
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
/** After this no minute that opened before a deadline is still being formed. */
const lastMinuteMs = 3_600_000;
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
    // A candle that had opened at the exchange already is left out: one more than the one that was open.
    const earliest = group.startsAt - 2 * intervalMs[group.terms.interval];
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
      ({ id }, reason) => undecided.push({ key: `group ${id}`, reason }),
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
  tables: Kysely<unknown>,
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

/**
 * Running plans of these groups, given as an array's text, after the given plan by member and id; at most `pagePlans`. One row of
 * columns: a row for each plan costs the driver twice as much. Ids hold no comma.
 */
async function runningPlans(
  tables: Kysely<unknown>,
  groupIds: string,
  after: Pick<RunningPlan, 'memberId' | 'id'>,
): Promise<RunningPlan[]> {
  const { rows } = await sql<{ members: bigint[] | null; ids: string; amounts: bigint[]; groups: bigint[] }>`
    select array_agg(member_id order by member_id, id) as members, string_agg(id, ',' order by member_id, id) as ids,
      array_agg(amount order by member_id, id) as amounts, array_agg(group_id order by member_id, id) as groups
    from (
      select member_id, id, amount, group_id from plan
      where income is null and group_id = any (${groupIds}::bigint[])
        and (member_id, id) > (${after.memberId}::bigint, ${after.id}::text)
      order by member_id, id limit ${pagePlans}
    ) as page`.execute(tables);
  const [page] = rows;
  if (!page?.members) return [];
  const ids = page.ids.split(',');
  return page.members.map((memberId, place) => ({
    memberId,
    id: ids[place] as string,
    amount: usdt(page.amounts[place] as bigint),
    groupId: page.groups[place] as bigint,
  }));
}

const endPlan = {
  name: 'settle plan',
  columns: { member_id: 'bigint', id: 'text', income: 'bigint', settled_at: 'timestamptz' },
  sql: endingWith(`, ${planEarns}`),
} as const;

const voidPlan = { ...endPlan, name: 'void plan', sql: endingWith('') } as const;

function endingWith(assignments: string): string {
  return `update plan set income = given.income, settled_at = given.settled_at${assignments} from given
    where plan.member_id = given.member_id and plan.id = given.id and plan.income is null`;
}

/** The transfer that settles a plan, with its result and the weight points it earns; a void one earns none. Its key makes it idempotent. */
function settlementOf({ memberId, id, amount }: Omit<RunningPlan, 'groupId'>, outcome: StoredOutcome): Submission {
  const { income, postings } = settlePlan(memberId, amount, outcome);
  const settledAt = new Date(outcome.settledAt);
  const isVoid = outcome.end === 'void';
  return {
    key: `settle:${memberId}:${id}`,
    inputHash: hash('sha256', `${memberId} ${id} ${amount} ${outcome.candlesHash}`, 'hex'),
    kind: isVoid ? 'planVoided' : 'planSettled',
    reference: id,
    postings,
    rows: [attach(isVoid ? voidPlan : endPlan, { member_id: memberId, id, income, settled_at: settledAt })],
  };
}

/**
 * Runs the engine for the group over the candles that open before its deadline: its outcome, or null while it runs. Past the deadline it is
 * void, once the market has said that no further candle comes, or where the market it was bound to, or its candles before the first round, are gone.
 */
async function decide(
  { market, clock }: SettlementDependencies,
  { id, group }: RunningGroup,
): Promise<DecidedGroup | null> {
  const now = clock.now();
  const isDue = now >= voidFrom(group);
  if (isDue && marketDifferences(group, market).length > 0) return voidGroup(id, noCandles, [], now);
  const history = candlesInTime(group, await historyOf(group, market));
  const run = runGroup(group, history);
  if (run && run.outcome.end !== null) {
    const { end, result, shortfall, rounds } = run.outcome;
    const candles = candlesUsed(group.terms, run.candles, run.outcome);
    if (isDue && !hasBoundLookback(group, candles)) return voidGroup(id, noCandles, [], now);
    requireBoundCandles(group, candles, market);
    const results = rounds.map((round) => round.result);
    const outcome = { result, results, end, shortfall, candlesHash: candlesHash(candles), settledAt: Math.trunc(now) };
    return { id, outcome, candles };
  }
  if (!isDue || market.knownThrough(group.coin) < voidFrom(group) + lastMinuteMs) return null;
  const candles = run?.candles ?? lookbackOf(group, history);
  if (!candles || !hasBoundLookback(group, candles)) return voidGroup(id, noCandles, [], now);
  return voidGroup(id, candles, run?.outcome.rounds.map((round) => round.result) ?? [], now);
}

/** The candles of a plan none of whose rounds has come; null where they are not all there. */
function lookbackOf(group: PlanGroup, history: CandleColumns): CandleColumns | null {
  const first = rowAtOrAfter(history.openTime, group.startsAt);
  if (first < strategies[group.terms.strategy].lookback) return null;
  return planCandles(group.terms, history, first);
}

function voidGroup(id: bigint, candles: CandleColumns, results: readonly number[], now: number): DecidedGroup {
  const outcome: StoredOutcome = {
    ...{ result: 0, results, shortfall: 0, end: 'void' },
    candlesHash: candlesHash(candles),
    settledAt: Math.trunc(now),
  };
  return { id, outcome, candles };
}
