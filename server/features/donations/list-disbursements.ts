import type pg from 'pg';
import { disbursementsPerPage, type listDisbursements as operation } from '#contract/donations.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { Refusal } from '#server/platform/refusal.ts';

/** What the charity disbursed, newest first, one page after `before`. Throws `recordUnknown` where that was not disbursed. */
export async function listDisbursements(
  pool: pg.Pool,
  { before }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const { rows } = await pool.query<Dated<OutputOf<typeof operation>[number], 'at'>>({
    name: 'disbursements',
    text: `select r.id, c.texts as cause, r.asset, r.amount, r.receipt, d.disbursed_at as at
      from disbursement as d join disbursement_request as r on r.id = d.request_id
      cross join lateral cause_at(r.cause_id, d.disbursed_at) as c
      where $1::text is null or (d.disbursed_at, d.request_id) < (select disbursed_at, request_id from disbursement where request_id = $1)
      order by d.disbursed_at desc, d.request_id desc limit $2`,
    values: [before ?? null, disbursementsPerPage],
  });
  if (rows.length === 0 && before !== undefined && !(await isDisbursed(pool, before)))
    throw new Refusal('recordUnknown');
  return rows.map(inMs);
}

async function isDisbursed(pool: pg.Pool, id: string): Promise<boolean> {
  const { rows } = await pool.query('select from disbursement where request_id = $1', [id]);
  return rows.length === 1;
}
