import { type Kysely, type QueryExecutorProvider, sql } from 'kysely';
import type pg from 'pg';
import { storedLocale } from '#contract/locale.ts';
import { type Dated, inMs } from '#server/platform/database/in-ms.ts';
import { addressLengthMax, userAgentLengthMax } from '#server/platform/network.ts';
import { hashToken } from '#server/platform/secret-token.ts';
import type { Session } from '#server/platform/session.ts';

/** A row of a session, possibly ended. Wall time. */
export interface StoredSession {
  readonly member: Session;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly hasEnded: boolean;
  /** Whether a newer token took its place. */
  readonly isReplaced: boolean;
}

export interface NewSession {
  readonly tokenHash: Buffer;
  readonly memberId: bigint;
  readonly now: number;
  readonly expiresAt: number;
  readonly userAgent: string;
  readonly address: string;
}

/** Most open sessions of a member; one more ends the least recently used. */
const sessionsPerMemberMax = 20;

/** Expired rows deleted per new session. */
const sweptMax = 20;

export async function insertSession(tables: Kysely<unknown>, session: NewSession): Promise<void> {
  const now = new Date(session.now);
  await sql`
    insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, user_agent, address)
    values (${session.tokenHash}, ${session.memberId}, ${now}, ${now}, ${new Date(session.expiresAt)},
      ${session.userAgent.slice(0, userAgentLengthMax)}, ${session.address.slice(0, addressLengthMax)})`.execute(
    tables,
  );
}

type SessionRow = Omit<Session, 'locale'> &
  Omit<Dated<StoredSession, 'createdAt' | 'lastSeenAt' | 'expiresAt'>, 'member'> & {
    readonly tokenHash: Buffer;
    readonly locale: string;
  };

/** The sessions of those tokens, by base64url token hash. Prepared: most first requests of a page look their session up. */
export async function findSessions(pool: pg.Pool, keys: readonly string[]): Promise<Map<string, StoredSession>> {
  const { rows } = await pool.query<SessionRow>({
    name: 'sessions of tokens',
    text: `select token_hash as "tokenHash", member_id as "memberId", username, locale, time_zone as "timeZone",
        session.created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
        ended_at is not null as "hasEnded", replaced_by is not null as "isReplaced"
      from session join member on member.id = session.member_id
      where token_hash = any($1::bytea[])`,
    values: [keys.map((key) => Buffer.from(key, 'base64url'))],
  });
  return new Map(
    rows.map(({ tokenHash, memberId, username, locale, timeZone, ...row }) => {
      const member = { memberId, username, locale: storedLocale(locale), timeZone };
      return [tokenHash.toString('base64url'), { member, ...inMs(row) }];
    }),
  );
}

/** Extends the expiry of an open session, but not of one that has ended, expired or been replaced since it was read. */
export async function extendSession(
  tables: Kysely<unknown>,
  tokenHash: Buffer,
  now: number,
  expiresAt: number,
): Promise<void> {
  await sql`
    update session set last_seen_at = ${new Date(now)}, expires_at = ${new Date(expiresAt)}
    where token_hash = ${tokenHash} and ended_at is null and replaced_by is null
      and expires_at > ${new Date(now)}`.execute(tables);
}

/** Replaces the session by one with another token; false if it has been replaced or ended already. */
export async function replaceSession(
  tables: Kysely<unknown>,
  before: Buffer,
  next: Buffer,
  now: number,
  until: { readonly idle: number; readonly lifeMs: number; readonly replaced: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with replaced as (
      update session set replaced_by = ${next}, expires_at = least(expires_at, ${new Date(until.replaced)})
      where token_hash = ${before} and ended_at is null and replaced_by is null
      returning member_id, created_at, user_agent, address
    )
    insert into session (token_hash, member_id, created_at, last_seen_at, expires_at, user_agent, address)
    select ${next}, member_id, created_at, ${new Date(now)},
      least(${new Date(until.idle)}, created_at + ${until.lifeMs} * interval '1 millisecond'), user_agent, address
    from replaced`.execute(tables);
  return numAffectedRows === 1n;
}

/** The token, and those that have taken its place since. */
const heirsOf = (tokenHash: Buffer) => sql`
  with recursive heir (token_hash) as (
    values (${tokenHash}::bytea)
    union
    select session.replaced_by from session join heir using (token_hash) where session.replaced_by is not null
  )`;

/** Whether the session has not ended under whichever of its tokens, as it stands now: the cache of sessions may not know yet. */
export async function isSessionOpen(tables: Kysely<unknown>, token: string): Promise<boolean> {
  const { rows } = await sql`
    ${heirsOf(hashToken(token))} select from session join heir using (token_hash) where ended_at is null limit 1
  `.execute(tables);
  return rows.length > 0;
}

/** Ends the session under all its tokens from this one on; returns its member and which were open, or null where none was. */
export async function endSession(
  tables: Kysely<unknown>,
  tokenHash: Buffer,
  now: number,
): Promise<{ readonly memberId: bigint; readonly hashes: readonly Buffer[] } | null> {
  const end = async (transaction: Kysely<unknown>) => {
    // Waits for renewals under way, whose new tokens the next statement sees: in the order in which the others are ended, too.
    await sql`
      select from session
      where member_id = (select member_id from session where token_hash = ${tokenHash}) and ended_at is null
      order by token_hash for update
    `.execute(transaction);
    const { rows } = await sql<{ memberId: bigint; tokenHash: Buffer }>`
      ${heirsOf(tokenHash)} update session set ended_at = ${new Date(now)}
      where token_hash in (table heir) and ended_at is null
      returning member_id as "memberId", token_hash as "tokenHash"`.execute(transaction);
    return rows;
  };
  const rows = await (tables.isTransaction ? end(tables) : tables.transaction().execute(end));
  const [first] = rows;
  return first ? { memberId: first.memberId, hashes: rows.map((row) => row.tokenHash) } : null;
}

/** Ends a token that another one has replaced; returns its member, or null when it was not open. */
export async function endReplaced(tables: Kysely<unknown>, tokenHash: Buffer, now: number): Promise<bigint | null> {
  const { rows } = await sql<{ memberId: bigint }>`
    update session set ended_at = ${new Date(now)} where token_hash = ${tokenHash} and ended_at is null
    returning member_id as "memberId"`.execute(tables);
  return rows[0]?.memberId ?? null;
}

/** Ends the member's least recently used sessions above the limit; returns them. */
export async function endSurplusSessions(tables: Kysely<unknown>, memberId: bigint, now: number): Promise<Buffer[]> {
  // In the order in which the others are ended, to avoid deadlocks.
  const { rows } = await sql<{ tokenHash: Buffer }>`
    with surplus as (
      select token_hash from session where ended_at is null and token_hash in (
        select token_hash from session where member_id = ${memberId} and ended_at is null and replaced_by is null
        order by last_seen_at desc, created_at desc offset ${sessionsPerMemberMax}
      )
      order by token_hash for update
    )
    update session set ended_at = ${new Date(now)} where token_hash in (table surplus)
    returning token_hash as "tokenHash"`.execute(tables);
  return rows.map((row) => row.tokenHash);
}

/** A member's open session, for its owner's list. */
export interface OpenSession {
  readonly tokenHash: Buffer;
  readonly userAgent: string;
  readonly address: string;
  readonly signedInAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** The member's open sessions, most recently used first. */
export async function openSessionsOf(tables: Kysely<unknown>, memberId: bigint, now: number): Promise<OpenSession[]> {
  const { rows } = await sql<Dated<OpenSession, 'signedInAt' | 'lastSeenAt' | 'expiresAt'>>`
    select token_hash as "tokenHash", user_agent as "userAgent", address, created_at as "signedInAt",
      last_seen_at as "lastSeenAt", expires_at as "expiresAt"
    from session
    where member_id = ${memberId} and ended_at is null and replaced_by is null and expires_at > ${new Date(now)}
    order by last_seen_at desc limit ${sessionsPerMemberMax}`.execute(tables);
  return rows.map(inMs);
}

/** Ends every open session of the member but one, under whichever of its tokens; replaced ones are left to expire. Returns the ended. */
export async function endOtherSessions(
  transaction: QueryExecutorProvider,
  memberId: bigint,
  kept: Buffer,
  now: number,
): Promise<{ readonly tokenHash: Buffer; readonly isReplaced: boolean }[]> {
  // Waits for renewals under way, whose new sessions the next statement sees: one that is under way later finds its session ended.
  await sql`
    select from session where member_id = ${memberId} and ended_at is null order by token_hash for update
  `.execute(transaction);
  const { rows } = await sql<{ tokenHash: Buffer; isReplaced: boolean }>`
    ${heirsOf(kept)} update session set ended_at = ${new Date(now)}
    where member_id = ${memberId} and ended_at is null and token_hash not in (table heir)
      and (replaced_by is null or replaced_by not in (table heir))
    returning token_hash as "tokenHash", replaced_by is not null as "isReplaced"
  `.execute(transaction);
  return rows;
}

/** Deletes a few sessions that began before `time`, on each new session, so that no scheduled job is needed. */
export async function sweepSessions(tables: Kysely<unknown>, time: number): Promise<void> {
  await sql`
    delete from session where token_hash in (
      select token_hash from session where created_at < ${new Date(time)}
      order by created_at limit ${sweptMax} for update skip locked
    )`.execute(tables);
}
