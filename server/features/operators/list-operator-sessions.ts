import type { OutputOf } from '#contract/operation.ts';
import type { listOperatorSessions as operation } from '#contract/operators.ts';
import type { Call } from '#server/platform/http/binding.ts';
import {
  type OperatorSessionsDependencies,
  openOperatorSessions,
  operatorSessionId,
  operatorTokenHash,
} from './operator-sessions.ts';

/** The operator's own open sessions. */
export async function listOperatorSessions(
  { tables, wallNow }: OperatorSessionsDependencies,
  call: Pick<Call, 'cookies' | 'operator'>,
): Promise<OutputOf<typeof operation>> {
  const own = operatorTokenHash(call);
  const open = await openOperatorSessions(tables, call.operator.operator, wallNow());
  return open.map((row) => ({
    id: operatorSessionId(row.token_hash),
    current: own?.equals(row.token_hash) ?? false,
    userAgent: row.user_agent,
    address: row.address,
    signedInAt: row.created_at.getTime(),
    lastSeenAt: row.last_seen_at.getTime(),
    expiresAt: row.expires_at.getTime(),
  }));
}
