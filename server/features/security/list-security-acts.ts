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
  const own = tables.selectFrom('security_act as s').where('s.member_id', '=', memberId);
  if (before !== null && !(await own.select('s.id').where('s.id', '=', before).executeTakeFirst())) {
    throw new Refusal('securityActUnknown');
  }
  let page = own
    .leftJoin('operator_act as o', 'o.id', 's.operator_act')
    .select(['s.id', 's.act', 's.detail', 's.at', 'o.act as done', 'o.role', 'o.reason']);
  if (before !== null) page = page.where('s.id', '<', before);
  const rows = await page.orderBy('s.id', 'desc').limit(pageSize).execute();
  return rows.map(({ at, done, role, reason, ...row }) => ({
    ...row,
    at: at.getTime(),
    operator: done && role && reason !== null ? { act: done, role, reason } : null,
  }));
}
