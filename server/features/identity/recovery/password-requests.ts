import { type Kysely, sql, type Transaction } from 'kysely';
import { passwordRequestMs } from '#core/recovery/rules.ts';
import { newPublicId } from '#server/platform/public-id.ts';
import type { PasswordRequest } from './recovery-store.ts';

/** Expired rows deleted per new request. */
const sweptMax = 20;

/** Keeps a request for a new login password; `memberId` is null for a name that no account has. Returns its number. */
export async function keepRequest(
  tables: Kysely<unknown>,
  memberId: bigint | null,
  passwordHash: string,
  now: number,
): Promise<string> {
  const id = newPublicId(Math.trunc(now));
  await sql`
    insert into password_request (id, member_id, password_hash, asked_at)
    values (${id}, ${memberId}, ${passwordHash}, ${new Date(now)})`.execute(tables);
  await sql`
    delete from password_request where id in (
      select id from password_request where asked_at < ${new Date(now - passwordRequestMs)}
      order by asked_at limit ${sweptMax}
    )`.execute(tables);
  return id;
}

/**
 * The member's request of that number; null when there is none, it is another account's, too old, or one that a recovery was begun on:
 * what came of that one, stays, unless its only approval lapsed.
 */
export async function findRequest(
  tables: Kysely<unknown>,
  memberId: bigint,
  id: string,
  now: number,
): Promise<PasswordRequest | null> {
  const { rows } = await sql<PasswordRequest>`
    select id, password_hash as "passwordHash" from password_request as q
    where id = ${id} and member_id = ${memberId} and asked_at > ${new Date(now - passwordRequestMs)}
      and not exists (select from account_recovery as r where r.member_id = q.member_id and r.request_id = q.id
        and r.outcome is distinct from 'expired')`.execute(tables);
  return rows[0] ?? null;
}

/** Deletes the member's requests of up to a moment on which no recovery was begun; returns how many of them had not lapsed. */
export async function deleteRequests(
  transaction: Transaction<unknown>,
  memberId: bigint,
  { through, now }: { readonly through: number; readonly now: number },
): Promise<number> {
  const { rows } = await sql<{ isOpen: boolean }>`
    delete from password_request as q where q.member_id = ${memberId} and q.asked_at <= ${new Date(through)}
      and not exists (select from account_recovery as r where r.member_id = q.member_id and r.request_id = q.id
        and r.outcome is distinct from 'expired')
    returning q.asked_at > ${new Date(now - passwordRequestMs)} as "isOpen"`.execute(transaction);
  return rows.filter(({ isOpen }) => isOpen).length;
}
