import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { storedLocale } from '#contract/locale.ts';
import type { Call } from '#server/platform/http/binding.ts';
import { hashToken, isToken, newToken } from '#server/platform/secret-token.ts';
import { type Operator, operatorCookieName, type SessionLookup } from '#server/platform/session.ts';
import type { OperatorTables } from './operator-tables.ts';

const minuteMs = 60_000;

/** Name of the cookie by which a device on which an operator signed in before is known. */
export const operatorDeviceCookieName = 'clearlot_operator_device';

/** Absolute timeout of a session. */
export const sessionHours = 8;

/** Idle timeout of a session. */
export const idleMinutes = 30;

/** Shortest interval between updates of a session's last use. */
const seenEveryMs = minuteMs;

const userAgentLengthMax = 256;
const addressLengthMax = 64;

/** Open sessions that are listed. */
const shownMax = 50;

export interface OperatorSessionsDependencies {
  readonly tables: Kysely<OperatorTables>;
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
      const row = await tables
        .selectFrom('operator_session as s')
        .innerJoin('operator as o', 'o.name', 's.operator')
        .select(['o.name', 'o.role', 'o.locale', 's.last_seen_at', 's.expires_at'])
        .select(sql<boolean>`s.ended_at is not null or o.ended_at is not null`.as('hasEnded'))
        .where('s.token_hash', '=', tokenHash)
        .executeTakeFirst();
      if (!row) return 'none';
      const now = wallNow();
      const idleUntil = row.last_seen_at.getTime() + idleMinutes * minuteMs;
      if (row.hasEnded || row.expires_at.getTime() <= now || idleUntil <= now) return 'expired';
      if (isUse && now - row.last_seen_at.getTime() >= seenEveryMs) await noteUse(tables, tokenHash, now);
      return { operator: row.name, role: row.role, locale: storedLocale(row.locale) };
    },
  };
}

async function noteUse(tables: Kysely<OperatorTables>, tokenHash: Buffer, now: number): Promise<void> {
  await tables
    .updateTable('operator_session')
    .set({ last_seen_at: new Date(now) })
    .where('token_hash', '=', tokenHash)
    .where('last_seen_at', '<', new Date(now))
    .execute();
}

/** Begins a session, in the caller's transaction; returns the token for the cookie. */
export async function startOperatorSession(
  within: Kysely<OperatorTables>,
  operator: string,
  call: Pick<Call, 'userAgent' | 'address'>,
  now: number,
): Promise<string> {
  const token = newToken();
  await within
    .insertInto('operator_session')
    .values({
      token_hash: hashToken(token),
      operator,
      created_at: new Date(now),
      last_seen_at: new Date(now),
      expires_at: new Date(now + sessionHours * 60 * minuteMs),
      ended_at: null,
      user_agent: call.userAgent.slice(0, userAgentLengthMax),
      address: call.address.slice(0, addressLengthMax),
    })
    .execute();
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
  within: Kysely<OperatorTables>,
  tokenHash: Buffer,
  now: number,
): Promise<string | null> {
  const ended = await within
    .updateTable('operator_session')
    .set({ ended_at: new Date(now) })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .returning('operator')
    .executeTakeFirst();
  return ended?.operator ?? null;
}

/** Ends all sessions of the operator, in the caller's transaction. */
export async function endSessionsOf(within: Kysely<OperatorTables>, operator: string, now: number): Promise<void> {
  await within
    .updateTable('operator_session')
    .set({ ended_at: new Date(now) })
    .where('operator', '=', operator)
    .where('ended_at', 'is', null)
    .execute();
}

/** The operator's open sessions, the last used first. */
export async function openOperatorSessions(tables: Kysely<OperatorTables>, operator: string, now: number) {
  return await tables
    .selectFrom('operator_session')
    .select(['token_hash', 'user_agent', 'address', 'created_at', 'last_seen_at', 'expires_at'])
    .where('operator', '=', operator)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .where('last_seen_at', '>', new Date(now - idleMinutes * minuteMs))
    .orderBy('last_seen_at', 'desc')
    .limit(shownMax)
    .execute();
}

/** A session's public id, which does not reveal the token. */
export function operatorSessionId(tokenHash: Buffer): string {
  return hash('sha256', tokenHash, 'hex').slice(0, 24);
}
