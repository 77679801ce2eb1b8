import { type Kysely, sql } from 'kysely';
import type { OutputOf } from '#contract/operation.ts';
import type { getOperatorSession as operation } from '#contract/operators.ts';
import { permissionsOf } from '#contract/roles.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { operatorTokenHash } from './operator-sessions.ts';

/** The caller's own session and permissions. */
export async function getOperatorSession(
  tables: Kysely<unknown>,
  call: Pick<Call, 'cookies' | 'operator'>,
): Promise<OutputOf<typeof operation>> {
  const { operator, role } = call.operator;
  const { rows } = await sql<{ expiresAt: Date }>`
    select expires_at as "expiresAt" from operator_session where token_hash = ${operatorTokenHash(call)}`.execute(
    tables,
  );
  const [session] = rows.map(inMs);
  if (!session) throw new Error(`operator ${operator} has no session`);
  return { operator, role, permissions: permissionsOf(role), ...session };
}
