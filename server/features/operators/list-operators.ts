import { type Kysely, sql } from 'kysely';
import type { OutputOf } from '#contract/operation.ts';
import type { listOperators as operation } from '#contract/operators.ts';
import { idleMinutes } from './operator-sessions.ts';
import type { OperatorTables } from './operator-tables.ts';

/** All operators by name. */
export async function listOperators(tables: Kysely<OperatorTables>, now: number): Promise<OutputOf<typeof operation>> {
  const rows = await tables
    .selectFrom('operator as o')
    .select(['o.name as operator', 'o.role', 'o.created_at', 'o.ended_at'])
    .select([
      sql<number>`(select count(*)::integer from operator_passkey where operator = o.name)`.as('passkeys'),
      sql<boolean>`exists (select from operator_authenticator where operator = o.name)`.as('hasAuthenticator'),
      sql<number>`(select count(*)::integer from operator_session where operator = o.name and ended_at is null
        and expires_at > ${new Date(now)} and last_seen_at > ${new Date(now - idleMinutes * 60_000)})`.as('sessions'),
    ])
    .orderBy('o.name')
    .execute();
  return rows.map(({ created_at, ended_at, ...row }) => ({
    ...row,
    createdAt: created_at.getTime(),
    endedAt: ended_at?.getTime() ?? null,
  }));
}
