import type { Kysely } from 'kysely';
import { pageSize } from '#contract/fields.ts';
import type { listSignIns as operation } from '#contract/identity.ts';
import type { OutputOf } from '#contract/operation.ts';
import { Refusal } from '#server/platform/refusal.ts';
import type { IdentityTables } from './identity-tables.ts';

/** Sign-ins to the member's account, newest first, one page after `before`. */
export async function listSignIns(
  tables: Kysely<IdentityTables>,
  memberId: bigint,
  before: string | null,
): Promise<OutputOf<typeof operation>> {
  const entries = tables.selectFrom('sign_in').where('member_id', '=', memberId);
  if (before !== null && !(await entries.select('id').where('id', '=', before).executeTakeFirst())) {
    throw new Refusal('signInUnknown');
  }
  let page = entries.select(['id', 'result', 'user_agent', 'address', 'at']);
  if (before !== null) page = page.where('id', '<', before);
  const rows = await page.orderBy('id', 'desc').limit(pageSize).execute();
  return rows.map(({ user_agent, at, ...row }) => ({ ...row, userAgent: user_agent, at: at.getTime() }));
}
