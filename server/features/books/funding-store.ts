import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Funding } from '#contract/books.ts';
import { type FundableAccount, fundingLapsesMs } from '#core/ledger/funding.ts';
import type { Usdt } from '#core/money/amount.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';

/** What operators decide on. */
export interface FundingContent {
  readonly account: FundableAccount;
  readonly amount: Usdt;
  readonly reason: string;
}

type FundingRow = Dated<Omit<Funding, 'refusal' | 'state'>, 'askedAt' | 'fundedAt'> & {
  readonly refusedBy: string | null;
  readonly refusedFor: string | null;
};

const requestsAt = (
  wallNow: number,
) => sql`select r.id, r.account, r.amount, r.reason, r.asked_by as "askedBy", r.asked_at as "askedAt", f.funded_at as "fundedAt",
    decisions.approved_by as "approvedBy", decisions.refused_by as "refusedBy", decisions.refused_for as "refusedFor"
  from funding_request as r left join funding as f on f.request_id = r.id
  cross join lateral (
    select approvers_of('funding', '0.' || r.id, ${new Date(wallNow)}) as approved_by,
      min(operator) filter (where decision = 'refused') as refused_by, min(reason) filter (where decision = 'refused') as refused_for
    from approval_decision where kind = 'funding' and reference = '0.' || r.id
  ) as decisions`;

function fundingOf({ refusedBy, refusedFor, ...row }: FundingRow, wallNow: number): Funding {
  const funding = inMs(row);
  const isOver = wallNow >= funding.askedAt + fundingLapsesMs;
  return {
    ...funding,
    refusal: refusedBy === null ? null : { operator: refusedBy, reason: refusedFor ?? '' },
    state: row.fundedAt ? 'made' : refusedBy !== null ? 'refused' : isOver ? 'lapsed' : 'waiting',
  };
}

export async function findFunding(within: QueryExecutorProvider, id: string, wallNow: number): Promise<Funding | null> {
  const { rows } = await sql<FundingRow>`${requestsAt(wallNow)} where r.id = ${id}`.execute(within);
  return rows[0] ? fundingOf(rows[0], wallNow) : null;
}

/** The request that this operator's call with that key made, or null. */
export async function findFundingByKey(
  within: QueryExecutorProvider,
  askedBy: string,
  key: string,
  wallNow: number,
): Promise<Funding | null> {
  const { rows } = await sql<FundingRow>`
    ${requestsAt(wallNow)} where r.asked_by = ${askedBy} and r.request_key = ${key}`.execute(within);
  return rows[0] ? fundingOf(rows[0], wallNow) : null;
}

/** Newest first, one page after that id. */
export async function fundingsBefore(
  tables: Kysely<unknown>,
  before: string | null,
  most: number,
  wallNow: number,
): Promise<Funding[]> {
  const { rows } = await sql<FundingRow>`${requestsAt(wallNow)}
    where ${before}::text is null or (r.asked_at, r.id) < (select asked_at, id from funding_request where id = ${before})
    order by r.asked_at desc, r.id desc limit ${most}`.execute(tables);
  return rows.map((row) => fundingOf(row, wallNow));
}

/** Those that wait for a second operator, the oldest first. */
export async function waitingFundings(tables: Kysely<unknown>, most: number, wallNow: number): Promise<Funding[]> {
  const since = new Date(wallNow - fundingLapsesMs);
  const { rows } = await sql<FundingRow>`${requestsAt(wallNow)}
    where f.request_id is null and decisions.refused_by is null and r.asked_at > ${since}
    order by r.asked_at, r.id limit ${most}`.execute(tables);
  return rows.map((row) => fundingOf(row, wallNow));
}

/** Returns when it was asked for, or null where this operator's key is used already. */
export async function insertFunding(
  within: QueryExecutorProvider,
  id: string,
  { account, amount, reason }: FundingContent,
  { askedBy, key }: { readonly askedBy: string; readonly key: string | null },
): Promise<number | null> {
  const { rows } = await sql<{ asked_at: Date }>`
    insert into funding_request (id, account, amount, reason, asked_by, request_key)
    values (${id}, ${account}, ${amount}, ${reason}, ${askedBy}, ${key})
    on conflict (asked_by, request_key) do nothing returning asked_at`.execute(within);
  return rows[0]?.asked_at.getTime() ?? null;
}
