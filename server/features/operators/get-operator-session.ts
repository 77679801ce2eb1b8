import type { Kysely } from 'kysely';
import type { OutputOf } from '#contract/operation.ts';
import type { getOperatorSession as operation } from '#contract/operators.ts';
import { permissionsOf } from '#contract/roles.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { operatorTokenHash } from './operator-sessions.ts';
import type { OperatorTables } from './operator-tables.ts';

/** The caller's own session and permissions. */
export async function getOperatorSession(
  tables: Kysely<OperatorTables>,
  call: Pick<Call, 'cookies' | 'operator'>,
): Promise<OutputOf<typeof operation>> {
  const { operator, role } = call.operator;
  const { expires_at } = await tables
    .selectFrom('operator_session')
    .select('expires_at')
    .where('token_hash', '=', operatorTokenHash(call))
    .executeTakeFirstOrThrow();
  return { operator, role, permissions: permissionsOf(role), expiresAt: expires_at.getTime() };
}
