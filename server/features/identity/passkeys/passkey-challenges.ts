import { type Kysely, sql } from 'kysely';
import { networkOf } from '#server/platform/network.ts';
import type { IdentityTables } from '../identity-tables.ts';
import {
  type CallerCookies,
  clearPasskeyToken,
  readPasskeyToken,
  writePasskeyToken,
} from '../sessions/identity-cookies.ts';
import { hashToken } from '../sessions/secret-token.ts';

/** Lifetime of a challenge. */
export const challengeMsMax = 5 * 60_000;

/** Most open challenges per network; a new one replaces the oldest. */
const challengesPerNetworkMax = 200;

/** Expired rows deleted per new challenge. */
const sweptMax = 50;

export interface ChallengeDependencies {
  readonly tables: Kysely<IdentityTables>;
  /** Wall time. */
  readonly wallNow: () => number;
}

type Caller = CallerCookies & { readonly address: string };

/** Stores a challenge for this browser. `memberId` is the member who adds a passkey, null for a sign-in. */
export async function keepChallenge(
  { tables, wallNow }: ChallengeDependencies,
  call: Caller,
  challenge: string,
  memberId: bigint | null,
): Promise<void> {
  const now = wallNow();
  const before = readPasskeyToken(call);
  if (before) await tables.deleteFrom('passkey_challenge').where('browser_hash', '=', hashToken(before)).execute();
  const network = networkOf(call.address);
  await tables
    .insertInto('passkey_challenge')
    .values({
      browser_hash: hashToken(writePasskeyToken(call)),
      challenge,
      member_id: memberId,
      network,
      asked_at: new Date(now),
      expires_at: new Date(now + challengeMsMax),
    })
    .execute();
  await sql`
    delete from passkey_challenge where browser_hash in (
      select browser_hash from passkey_challenge where expires_at <= ${new Date(now)}
      order by expires_at limit ${sweptMax} for update skip locked
    )`.execute(tables);
  await sql`
    delete from passkey_challenge where browser_hash in (
      select browser_hash from passkey_challenge where network = ${network}
      order by asked_at desc offset ${challengesPerNetworkMax} limit ${sweptMax} for update skip locked
    )`.execute(tables);
}

/** Spends this browser's challenge, before the response is verified; null when there is none for this purpose or it has expired. */
export async function takeChallenge(
  { tables, wallNow }: ChallengeDependencies,
  call: CallerCookies,
  memberId: bigint | null,
): Promise<string | null> {
  const token = readPasskeyToken(call);
  if (token === undefined) return null;
  clearPasskeyToken(call);
  const taken = await tables
    .deleteFrom('passkey_challenge')
    .where('browser_hash', '=', hashToken(token))
    .returning(['challenge', 'member_id', 'expires_at'])
    .executeTakeFirst();
  const isMeant = taken !== undefined && taken.member_id === memberId && taken.expires_at.getTime() > wallNow();
  return isMeant ? taken.challenge : null;
}
