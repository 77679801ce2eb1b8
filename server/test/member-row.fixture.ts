import { randomBytes } from 'node:crypto';
import { openMember } from '#server/ledger/ledger.fixture.ts';
import type { TestDatabase } from '#server/platform/database/test-database.ts';

/** A member with accounts in the ledger, as a registration leaves them, without the password work. */
export async function insertMember(
  database: TestDatabase,
  timeZone = 'UTC',
  invitedBy: bigint | null = null,
): Promise<bigint> {
  const name = `m${randomBytes(6).toString('hex')}`;
  const { rows } = await database.pool.query<{ id: bigint }>(
    `insert into member (username, password_hash, locale, time_zone, invitation_code, registration_proof, created_at, invited_by)
     values ($1, '$argon2id$', 'en', $2, $3, sha256(convert_to($3, 'UTF8')), now(), $4) returning id`,
    [name, timeZone, name.toUpperCase(), invitedBy],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no member was inserted');
  await openMember(database, id);
  return id;
}
