import type pg from 'pg';
import type { OperatorRole } from '#contract/roles.ts';
import { hashToken } from '../secret-token.ts';
import type { ActingOperator } from './operator-acts.ts';

/** Names of operators that tests act as, all of them owners. */
const names = ['anna', 'bert', 'carl', 'dora', 'emma', 'fred'];

/** An owner of that name, as a call brings it. */
export const owner = (operator: string): ActingOperator => ({ operator, role: 'owner' });

/** Adds owners to a test database, by its owner. */
export async function addOperators(database: Pick<pg.Pool, 'query'>, ...further: readonly string[]): Promise<void> {
  await insertOperators(database, Object.fromEntries([...names, ...further].map((name) => [name, 'owner'])));
}

/** Inserts operators and their `operatorCreated` acts in one transaction. The first owner creates them; `root` is inserted if there is none. */
export async function insertOperators(
  database: Pick<pg.Pool, 'query'>,
  roles: Readonly<Record<string, OperatorRole>>,
): Promise<void> {
  const given = Object.entries(roles).map(([name, role]) => `('${name}', '${role}')`);
  const owners = Object.values(roles).filter((role) => role === 'owner').length;
  await database.query(`
    insert into operator (name, role) select 'root', 'owner' where ${owners} = 0 and not exists (select from operator where ${activeOwner});
    insert into operator (name, role) values ${given.join(', ')} on conflict do nothing;
    insert into operator_act (operator, role, act, subject, reason, detail)
      select maker.name, 'owner', 'operatorCreated', 'operator ' || added.name, '', json_build_object('role', added.role)::text
      from operator as added, (select name from operator where ${activeOwner} order by created_at, name limit 1) as maker
      where not exists (select from operator_act where act = 'operatorCreated' and subject = 'operator ' || added.name)`);
}

/** Opens a session of an operator with that token, for an hour. */
export async function insertOperatorSession(
  database: Pick<pg.Pool, 'query'>,
  operator: string,
  token: string,
): Promise<void> {
  await database.query(
    `insert into operator_session (token_hash, operator, created_at, last_seen_at, expires_at, user_agent, address)
     values ($1, $2, now(), now(), now() + interval '1 hour', '', '')`,
    [hashToken(token), operator],
  );
}

/** Changes or ends an operator with the act, of an owner, in one transaction or in that of the client. */
export async function changeOperator(
  database: Pick<pg.Pool, 'query'>,
  name: string,
  to: OperatorRole | 'ended',
): Promise<void> {
  const act = to === 'ended' ? 'operatorEnded' : 'operatorRoleChanged';
  await database.query(`
    insert into operator_act (operator, role, act, subject, reason, detail)
      select name, 'owner', '${act}', 'operator ${name}', '', '{"to":"${to}"}' from operator where ${activeOwner} order by created_at, name limit 1;
    update operator set ${to === 'ended' ? 'ended_at = now()' : `role = '${to}'`} where name = '${name}'`);
}

const activeOwner = `role = 'owner' and ended_at is null`;
