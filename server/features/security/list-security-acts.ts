import type { Kysely } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { OutputOf } from '#contract/operation.ts';
import type { listSecurityActs as operation } from '#contract/security.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityTables } from './security-tables.ts';

/** Security acts of the member, newest first, a page of those before `before`. */
export async function listSecurityActs(
  tables: Kysely<SecurityTables>,
  memberId: bigint,
  before: string | null,
): Promise<OutputOf<typeof operation>> {
  const own = tables.selectFrom('security_act').where('member_id', '=', memberId);
  if (before !== null && !(await own.select('id').where('id', '=', before).executeTakeFirst())) {
    throw new Refusal('securityActUnknown');
  }
  let page = own.select(['id', 'act', 'detail', 'at']);
  if (before !== null) page = page.where('id', '<', before);
  const rows = await page.orderBy('id', 'desc').limit(pageSize).execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.getTime() }));
}
