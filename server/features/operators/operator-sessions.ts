import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { storedLocale } from '#contract/locale.ts';
import { minuteMs } from '#core/time/lengths.ts';
import { inMs } from '#server/platform/database/in-ms.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { addressLengthMax, userAgentLengthMax } from '#server/platform/network.ts';
import { hashToken, isToken, newToken } from '#server/platform/secret-token.ts';
import { type Operator, operatorCookieName, type SessionLookup } from '#server/platform/session.ts';

/** Name of the cookie by which a device on which an operator signed in before is known. */
export const operatorDeviceCookieName = 'clearlot_operator_device';

/** Absolute timeout of a session. */
export const sessionHours = 8;

/** Idle timeout of a session. */
export const idleMinutes = 30;

/** Shortest interval between updates of a session's last use. */
const seenEveryMs = minuteMs;

/** Open sessions that are listed. */
const shownMax = 50;

export interface OperatorSessionsDependencies {
  readonly tables: Kysely<unknown>;
  /** Wall time. */
  readonly wallNow: () => number;
}

/** Finds the operator of a token, with the role of this moment: operators are few, so nothing is cached and nothing stale. */
export function operatorSessionLookup({ tables, wallNow }: OperatorSessionsDependencies): SessionLookup<Operator> {
  return {
    peek: (token) => (isToken(token) ? undefined : 'none'),
    async find(token, isUse = true) {
      if (!isToken(token)) return 'none';
      const tokenHash = hashToken(token);
      const { rows } = await sql<SessionRow>`
        select o.name as operator, o.role, o.locale, s.last_seen_at as "lastSeenAt", s.expires_at as "expiresAt",
          s.ended_at is not null or o.ended_at is not null as "hasEnded"
        from operator_session as s join operator as o on o.name = s.operator
        where s.token_hash = ${tokenHash}`.execute(tables);
      const row = rows.map(inMs)[0];
      if (!row) return 'none';
      const now = wallNow();
      const { operator, role, lastSeenAt } = row;
      if (row.hasEnded || row.expiresAt <= now || lastSeenAt + idleMinutes * minuteMs <= now) return 'expired';
      if (isUse && now - lastSeenAt >= seenEveryMs) await noteUse(tables, tokenHash, now);
      return { operator, role, locale: storedLocale(row.locale) };
    },
  };
}

interface SessionRow extends Pick<Operator, 'operator' | 'role'> {
  readonly locale: string;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly hasEnded: boolean;
}

async function noteUse(tables: Kysely<unknown>, tokenHash: Buffer, now: number): Promise<void> {
  await sql`
    update operator_session set last_seen_at = ${new Date(now)}
    where token_hash = ${tokenHash} and last_seen_at < ${new Date(now)}`.execute(tables);
}

/** Begins a session, in the caller's transaction; returns the token for the cookie. */
export async function startOperatorSession(
  within: Kysely<unknown>,
  operator: string,
  call: Pick<Call, 'userAgent' | 'address'>,
  now: number,
): Promise<string> {
  const token = newToken();
  await sql`
    insert into operator_session (token_hash, operator, created_at, last_seen_at, expires_at, user_agent, address)
    values (${hashToken(token)}, ${operator}, ${new Date(now)}, ${new Date(now)},
      ${new Date(now + sessionHours * 60 * minuteMs)}, ${call.userAgent.slice(0, userAgentLengthMax)},
      ${call.address.slice(0, addressLengthMax)})`.execute(within);
  return token;
}

export function writeOperatorCookie({ cookies }: Pick<Call, 'cookies'>, token: string): void {
  cookies.write(operatorCookieName, token, sessionHours * 60 * 60);
}

/** Hash of the browser's operator token; null without one. */
export function operatorTokenHash({ cookies }: Pick<Call, 'cookies'>): Buffer | null {
  const token = cookies.read(operatorCookieName);
  return isToken(token) ? hashToken(token) : null;
}

/** Ends the session of that token; returns whose it was, null where none was open. */
export async function endOperatorSession(
  within: Kysely<unknown>,
  tokenHash: Buffer,
  now: number,
): Promise<string | null> {
  const { rows } = await sql<{ operator: string }>`
    update operator_session set ended_at = ${new Date(now)} where token_hash = ${tokenHash} and ended_at is null
    returning operator`.execute(within);
  return rows[0]?.operator ?? null;
}

/** Ends all sessions of the operator, in the caller's transaction. */
export async function endSessionsOf(within: Kysely<unknown>, operator: string, now: number): Promise<void> {
  await sql`
    update operator_session set ended_at = ${new Date(now)}
    where operator = ${operator} and ended_at is null`.execute(within);
}

/** The operator's open sessions, the last used first. */
export async function openOperatorSessions(tables: Kysely<unknown>, operator: string, now: number) {
  const { rows } = await sql<OpenRow>`
    select token_hash as "tokenHash", user_agent as "userAgent", address, created_at as "signedInAt",
      last_seen_at as "lastSeenAt", expires_at as "expiresAt"
    from operator_session
    where operator = ${operator} and ended_at is null and expires_at > ${new Date(now)}
      and last_seen_at > ${new Date(now - idleMinutes * minuteMs)}
    order by last_seen_at desc limit ${shownMax}`.execute(tables);
  return rows.map(inMs);
}

interface OpenRow {
  readonly tokenHash: Buffer;
  readonly userAgent: string;
  readonly address: string;
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** A session's public id, which does not reveal the token. */
export function operatorSessionId(tokenHash: Buffer): string {
  return hash('sha256', tokenHash, 'hex').slice(0, 24);
}
