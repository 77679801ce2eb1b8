import { type Kysely, sql } from 'kysely';
import type { OutputOf } from '#contract/operation.ts';
import type { listOperators as operation } from '#contract/operators.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { idleMinutes } from './operator-sessions.ts';

type ListedOperator = OutputOf<typeof operation>[number];

/** All operators by name. */
export async function listOperators(tables: Kysely<unknown>, now: number): Promise<OutputOf<typeof operation>> {
  const { rows } = await sql<Dated<ListedOperator, 'createdAt' | 'endedAt'>>`
    select o.name as operator, o.role, o.created_at as "createdAt", o.ended_at as "endedAt",
      (select count(*)::integer from operator_passkey where operator = o.name) as passkeys,
      exists (select from operator_authenticator where operator = o.name) as "hasAuthenticator",
      (select count(*)::integer from operator_session where operator = o.name and ended_at is null
        and expires_at > ${new Date(now)} and last_seen_at > ${new Date(now - idleMinutes * 60_000)}) as sessions
    from operator as o order by o.name`.execute(tables);
  return rows.map(inMs);
}
