import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type { Asset } from '#core/money/amount.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';

/** What operators decide on. */
export interface DisbursementContent {
  readonly causeId: string;
  readonly asset: Asset;
  /** Minor units of the asset. */
  readonly amount: bigint;
  readonly receipt: string;
}

export interface DisbursementRequest extends DisbursementContent {
  readonly id: string;
  readonly askedBy: string;
  /** Wall time in ms. */
  readonly askedAt: number;
  /** Product time in ms; null until it is disbursed. */
  readonly disbursedAt: number | null;
  readonly isRefused: boolean;
  /** By all whom it takes. */
  readonly isApproved: boolean;
  /** Operators whose approvals count, in that order. */
  readonly approvedBy: readonly string[];
}

export type Tables = Kysely<unknown>;

type RequestRow = Dated<DisbursementRequest, 'askedAt' | 'disbursedAt'>;

const requests = sql`select r.id, r.cause_id as "causeId", r.asset, r.amount, r.receipt, r.asked_by as "askedBy", r.asked_at as "askedAt",
    d.disbursed_at as "disbursedAt", decisions.is_refused as "isRefused", decisions.is_approved as "isApproved",
    approvers_of('disbursement', '0.' || r.id) as "approvedBy"
  from disbursement_request as r left join disbursement as d on d.request_id = r.id
  cross join lateral (
    select coalesce(bool_or(decision = 'refused'), false) as is_refused, coalesce(bool_or(completes), false) as is_approved
    from approval_decision where kind = 'disbursement' and reference = '0.' || r.id
  ) as decisions`;

export async function findRequestById(within: QueryExecutorProvider, id: string): Promise<DisbursementRequest | null> {
  const { rows } = await sql<RequestRow>`${requests} where r.id = ${id}`.execute(within);
  return rows.map(inMs)[0] ?? null;
}

/** The request that this operator's call with that key made, or null. */
export async function findRequestByKey(
  within: QueryExecutorProvider,
  askedBy: string,
  key: string,
): Promise<DisbursementRequest | null> {
  const { rows } = await sql<RequestRow>`
    ${requests} where r.asked_by = ${askedBy} and r.request_key = ${key}`.execute(within);
  return rows.map(inMs)[0] ?? null;
}

/** Requests that are neither disbursed, refused nor lapsed, oldest first. */
export async function openRequests(tables: Tables, most: number): Promise<DisbursementRequest[]> {
  const { rows } = await sql<RequestRow>`${requests}
    where d.request_id is null and not decisions.is_refused and now() < r.asked_at + interval '1 day'
    order by r.asked_at, r.id limit ${most}`.execute(tables);
  return rows.map(inMs);
}

/** Requests of one page of `approvedRequests`. */
export const approvedPerPage = 100;

/** Those of them that have all approvals, one page after `after`. */
export async function approvedRequests(
  tables: Tables,
  after: Pick<DisbursementRequest, 'id' | 'askedAt'> | undefined,
): Promise<DisbursementRequest[]> {
  const { rows } = await sql<RequestRow>`${requests}
    where d.request_id is null and not decisions.is_refused and now() < r.asked_at + interval '1 day'
      and decisions.is_approved
      and (date_trunc('milliseconds', r.asked_at), r.id) > (${new Date(after?.askedAt ?? 0)}::timestamptz, ${after?.id ?? ''})
    order by date_trunc('milliseconds', r.asked_at), r.id limit ${approvedPerPage}`.execute(tables);
  return rows.map(inMs);
}

export async function insertRequest(
  within: QueryExecutorProvider,
  id: string,
  { causeId, asset, amount, receipt }: DisbursementContent,
  { askedBy, key }: { readonly askedBy: string; readonly key: string | null },
): Promise<void> {
  await sql`insert into disbursement_request (id, cause_id, asset, amount, receipt, asked_by, request_key)
    values (${id}, ${causeId}, ${asset}, ${amount}, ${receipt}, ${askedBy}, ${key})`.execute(within);
}
