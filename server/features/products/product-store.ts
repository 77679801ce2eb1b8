import { type QueryExecutorProvider, sql } from 'kysely';
import type { ProductChange } from '#contract/products.ts';
import { productLapsesMs } from '#core/products/offers.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { type AskedContent, type ContentColumns, columnsOf, contentOf } from './product-content.ts';

/** What operators decide on. */
export interface AskedChange {
  readonly content: AskedContent;
  /** Product time in ms. */
  readonly effectiveFrom: number;
  readonly reason: string;
}

type RequestRow = ContentColumns &
  Dated<Omit<StoredChange, 'content' | 'state' | 'effectiveFrom'>, 'askedAt' | 'askedFrom'> & {
    readonly effectiveFrom: Date | null;
  };

const requestsAt = (
  wallNow: number,
) => sql`select r.id, r.kind, r.item, r.is_open, r.minimum, r.maximum, r.daily_rate_ppm, r.details, r.effective_from as "askedFrom",
    r.reason, r.asked_by as "askedBy", r.asked_at as "askedAt", c.effective_from as "effectiveFrom",
    decisions.approved_by as "approvedBy", decisions.refused_by as "refusedBy"
  from product_request as r left join product_change as c on c.request_id = r.id
  cross join lateral (
    select approvers_of('product', '0.' || r.id, ${new Date(wallNow)}) as approved_by,
      min(operator) filter (where decision = 'refused') as refused_by
    from approval_decision where kind = 'product' and reference = '0.' || r.id
  ) as decisions`;

/** A change with what was asked for: once made, `effectiveFrom` may be later than that. */
export interface StoredChange extends AskedChange {
  readonly id: string;
  readonly askedFrom: number;
  readonly askedBy: string;
  /** Wall time in ms. */
  readonly askedAt: number;
  readonly approvedBy: readonly string[];
  readonly refusedBy: string | null;
  readonly state: ProductChange['state'];
}

function changeOf(row: RequestRow, wallNow: number): StoredChange {
  const { id, reason, askedBy, approvedBy, refusedBy } = row;
  const { askedAt, askedFrom, effectiveFrom } = inMs(row);
  const isOver = wallNow >= askedAt + productLapsesMs;
  const state = effectiveFrom ? 'made' : refusedBy !== null ? 'refused' : isOver ? 'lapsed' : 'waiting';
  const asked = { id, content: contentOf(row), reason, askedBy, askedAt, askedFrom };
  return { ...asked, effectiveFrom: effectiveFrom ?? askedFrom, approvedBy, refusedBy, state };
}

export async function findChange(
  within: QueryExecutorProvider,
  id: string,
  wallNow: number,
): Promise<StoredChange | null> {
  const { rows } = await sql<RequestRow>`${requestsAt(wallNow)} where r.id = ${id}`.execute(within);
  return rows[0] ? changeOf(rows[0], wallNow) : null;
}

/** Newest first, one page after that id. */
export async function changesBefore(
  within: QueryExecutorProvider,
  before: string | null,
  most: number,
  wallNow: number,
): Promise<StoredChange[]> {
  const { rows } = await sql<RequestRow>`${requestsAt(wallNow)}
    where ${before}::text is null or (r.asked_at, r.id) < (select asked_at, id from product_request where id = ${before})
    order by r.asked_at desc, r.id desc limit ${most}`.execute(within);
  return rows.map((row) => changeOf(row, wallNow));
}

/** Those that wait for a second operator, the oldest first; all, or what one operator asked for. */
export async function waitingChanges(
  within: QueryExecutorProvider,
  most: number,
  wallNow: number,
  askedBy: string | null = null,
): Promise<StoredChange[]> {
  const since = new Date(wallNow - productLapsesMs);
  const { rows } = await sql<RequestRow>`${requestsAt(wallNow)}
    where c.request_id is null and decisions.refused_by is null and r.asked_at > ${since}
      and (${askedBy}::text is null or r.asked_by = ${askedBy})
    order by r.asked_at, r.id limit ${most}`.execute(within);
  return rows.map((row) => changeOf(row, wallNow));
}

/** Returns when it was asked for, in ms of wall time. */
export async function insertRequest(
  within: QueryExecutorProvider,
  id: string,
  { content, effectiveFrom, reason }: AskedChange,
  askedBy: string,
): Promise<number> {
  const { kind, item, is_open, minimum, maximum, daily_rate_ppm, details } = columnsOf(content);
  const detailsText = details === null ? null : JSON.stringify(details);
  const { rows } = await sql<{ asked_at: Date }>`
    insert into product_request
      (id, kind, item, is_open, minimum, maximum, daily_rate_ppm, details, effective_from, reason, asked_by)
    values (${id}, ${kind}, ${item}, ${is_open}, ${minimum}, ${maximum}, ${daily_rate_ppm}, ${detailsText}::jsonb,
      ${new Date(effectiveFrom)}, ${reason}, ${askedBy})
    returning asked_at`.execute(within);
  return rows[0]?.asked_at.getTime() ?? 0;
}

/** Makes the change that two operators approved, and names its cause where that is new. */
export async function insertChange(within: QueryExecutorProvider, { id, content }: StoredChange): Promise<void> {
  // The trigger sets from when on it holds.
  await sql`insert into product_change (request_id, effective_from) values (${id}, now())`.execute(within);
  if (content.kind !== 'cause') return;
  await sql`insert into charity_cause (id, texts, named_by, named_with)
    select item, details, asked_by, id from product_request where id = ${id} on conflict do nothing`.execute(within);
}
