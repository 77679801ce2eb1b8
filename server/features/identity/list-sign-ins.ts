import { type Kysely, sql } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { listSignIns as operation } from '#contract/identity.ts';
import type { OutputOf } from '#contract/operation.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { Refusal } from '#server/platform/refusal.ts';

type SignIn = OutputOf<typeof operation>[number];

/** Sign-ins to the member's account, newest first, one page after `before`. */
export async function listSignIns(
  tables: Kysely<unknown>,
  memberId: bigint,
  before: string | null,
): Promise<OutputOf<typeof operation>> {
  if (before !== null) {
    const { rows } = await sql`select from sign_in where member_id = ${memberId} and id = ${before}`.execute(tables);
    if (rows.length === 0) throw new Refusal('signInUnknown');
  }
  const { rows } = await sql<Dated<SignIn, 'at'>>`
    select id, result, user_agent as "userAgent", address, at from sign_in
    where member_id = ${memberId} and (${before}::text is null or id < ${before})
    order by id desc limit ${pageSize}`.execute(tables);
  return rows.map(inMs);
}
