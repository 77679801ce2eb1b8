import { type Kysely, sql } from 'kysely';

/** How long the form of a registration signs in again, for the browser that lost the response. */
const registrationRetryMs = 5 * 60_000;

/**
 * Whether the form of the member's registration may sign in once more: it was sent within the last minutes, no sign-in of any kind has
 * happened since, a session is open, no factor is set, and nothing that secures the account has been changed.
 */
export async function isRetryOpen(tables: Kysely<unknown>, memberId: bigint, now: number): Promise<boolean> {
  const since = new Date(now - registrationRetryMs);
  const { rows } = await sql<{ isOpen: boolean | null }>`
    select (
        select count(*) = 1 and bool_and(result = 'registered' and at > ${since}) from sign_in
        where member_id = ${memberId} and result in ('registered', 'signedIn', 'signedInByPasskey', 'signedInByReset')
      )
      and exists (select from session where member_id = ${memberId} and ended_at is null)
      and not exists (select from authenticator where member_id = ${memberId} and confirmed_at is not null)
      and not exists (select from passkey where member_id = ${memberId})
      and not exists (select from security_act where member_id = ${memberId}) as "isOpen"`.execute(tables);
  return rows[0]?.isOpen === true;
}
