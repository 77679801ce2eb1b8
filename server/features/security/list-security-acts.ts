import type { Kysely } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { InputOf, OutputOf } from '#contract/operation.ts';
import type { listSecurityActs as operation } from '#contract/security.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { SecurityTables } from './security-tables.ts';

/** Security acts of the member, newest first, a page of those before `before`; all, or what operators did. */
export async function listSecurityActs(
  tables: Kysely<SecurityTables>,
  memberId: bigint,
  { before, by }: InputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> {
  const own = tables.selectFrom('security_act as s').where('s.member_id', '=', memberId);
  if (before !== undefined && !(await own.select('s.id').where('s.id', '=', before).executeTakeFirst())) {
    throw new Refusal('securityActUnknown');
  }
  let page = own
    .leftJoin('operator_act as o', 'o.id', 's.operator_act')
    .select(['s.id', 's.act', 's.detail', 's.at', 'o.act as done', 'o.role', 'o.reason', 'o.about']);
  if (before !== undefined) page = page.where('s.id', '<', before);
  if (by === 'operators') page = page.where('s.operator_act', 'is not', null);
  const rows = await page.orderBy('s.id', 'desc').limit(pageSize).execute();
  return rows.map(({ at, done, role, reason, about, ...row }) => ({
    ...row,
    at: at.getTime(),
    operator: done && role && reason !== null ? { act: done, role, reason, about } : null,
  }));
}
