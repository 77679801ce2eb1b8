import { envelope } from '#contract/envelope.ts';
import type { OperatorRole } from '#contract/roles.ts';
import type { TestDatabase } from '#server/platform/database/test-database.ts';
import { insertOperators } from '#server/platform/operators/operators.fixture.ts';
import { hashToken, newToken } from '#server/platform/secret-token.ts';
import type { PhoneResponse } from './phone.fixture.ts';

/** An operator's calls. */
export interface Desk {
  read(path: string, fields: Readonly<Record<string, string>>): Promise<PhoneResponse>;
  write(path: string, fields: Readonly<Record<string, string>>): Promise<PhoneResponse>;
  file(path: string): Promise<Response>;
  readonly cookie: string;
}

/** A new operator of that role, signed in at the node of that address. */
export async function openDeskAt(
  address: string,
  database: TestDatabase,
  name: string,
  role: OperatorRole,
): Promise<Desk> {
  await insertOperators(database.owner, { [name]: role });
  return await openSessionAt(address, database, name);
}

/** Another session of an operator who is there. */
export async function openSessionAt(address: string, database: TestDatabase, name: string): Promise<Desk> {
  const token = newToken();
  await database.owner.query(
    `insert into operator_session (token_hash, operator, created_at, last_seen_at, expires_at, user_agent, address)
     values ($1, $2, now(), now(), now() + interval '1 hour', '', '')`,
    [hashToken(token), name],
  );
  const cookie = `clearlot_operator=${token}`;
  const base = `${address}/api`;
  const headers = { cookie, 'x-clearlot': '1' };
  const read = async (response: Response): Promise<PhoneResponse> => {
    const { info, url, code } = envelope.parse(await response.json());
    return { status: response.status, code, info, url };
  };
  return {
    cookie,
    read: async (path, fields) => read(await fetch(`${base}${path}?${new URLSearchParams(fields)}`, { headers })),
    write: async (path, fields) =>
      read(await fetch(`${base}${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })),
    file: (path) => fetch(`${base}${path}`, { headers }),
  };
}
