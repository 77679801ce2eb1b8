import { type Kysely, sql } from 'kysely';
import type { Call } from '../http/binding.ts';
import { networkOf } from '../network.ts';
import { Refusal } from '../refusal.ts';
import { hashToken, isToken, newToken } from '../secret-token.ts';

/** Name of the cookie that binds a challenge to its browser. */
export const passkeyCookieName = 'clearlot_passkey';

/** Lifetime of a challenge. */
export const challengeMsMax = 5 * 60_000;

/** Most open challenges per network; a new one replaces the oldest. */
const challengesPerNetworkMax = 200;

/** Expired rows deleted per new challenge. */
const sweptMax = 50;

export interface ChallengeDependencies {
  readonly tables: Kysely<unknown>;
  /** Wall time. */
  readonly wallNow: () => number;
}

/** What a challenge is good for: a sign-in of a member or of an operator, or a passkey that one of them adds. */
export type ChallengePurpose = 'signIn' | 'operatorSignIn' | `member ${bigint}` | `operator ${string}`;

/** Stores a challenge for this browser. */
export async function keepChallenge(
  { tables, wallNow }: ChallengeDependencies,
  call: Pick<Call, 'cookies' | 'address'>,
  challenge: string,
  purpose: ChallengePurpose,
): Promise<void> {
  const now = wallNow();
  const before = readToken(call);
  if (before) await sql`delete from passkey_challenge where browser_hash = ${hashToken(before)}`.execute(tables);
  const network = networkOf(call.address);
  const token = newToken();
  call.cookies.write(passkeyCookieName, token, challengeMsMax / 1_000);
  await sql`
    insert into passkey_challenge (browser_hash, challenge, purpose, network, asked_at, expires_at)
    values (${hashToken(token)}, ${challenge}, ${purpose}, ${network}, ${new Date(now)}, ${new Date(now + challengeMsMax)})
  `.execute(tables);
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

/** Spends this browser's challenge, before the response is verified. Throws `passkeyExpired` where there is none for this purpose, or it is over. */
export async function takeChallenge(
  { tables, wallNow }: ChallengeDependencies,
  call: Pick<Call, 'cookies'>,
  purpose: ChallengePurpose,
): Promise<string> {
  const token = readToken(call);
  if (token === undefined) throw new Refusal('passkeyExpired');
  call.cookies.clear(passkeyCookieName);
  const { rows } = await sql<{ challenge: string; purpose: string; expiresAt: Date }>`
    delete from passkey_challenge where browser_hash = ${hashToken(token)}
    returning challenge, purpose, expires_at as "expiresAt"`.execute(tables);
  const [taken] = rows;
  const isMeant = taken !== undefined && taken.purpose === purpose && taken.expiresAt.getTime() > wallNow();
  if (!isMeant) throw new Refusal('passkeyExpired');
  return taken.challenge;
}

function readToken({ cookies }: Pick<Call, 'cookies'>): string | undefined {
  const token = cookies.read(passkeyCookieName);
  return isToken(token) ? token : undefined;
}
