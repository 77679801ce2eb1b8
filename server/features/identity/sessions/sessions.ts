import { hash } from 'node:crypto';
import type { Kysely, QueryExecutorProvider, Transaction } from 'kysely';
import type pg from 'pg';
import * as z from 'zod/mini';
import { dayMs } from '#core/time/lengths.ts';
import { batchedLoader, type Read } from '#server/platform/batched-loader.ts';
import { type Bus, publishWithin } from '#server/platform/events/bus.ts';
import { memoize } from '#server/platform/memoize.ts';
import { hashToken, isToken } from '#server/platform/secret-token.ts';
import type { Session, SessionLookup } from '#server/platform/session.ts';
import type { SessionTokens } from '#server/platform/session-tokens.ts';
import { type KnownSession, SessionCache } from './session-cache.ts';
import { createSessionRenewal } from './session-renewal.ts';
import {
  endOtherSessions,
  endReplaced,
  endSession,
  endSurplusSessions,
  extendSession,
  findSessions,
  insertSession,
  type OpenSession,
  openSessionsOf,
  type StoredSession,
  sweepSessions,
} from './session-store.ts';

/** Idle timeout of a session. */
const idleDaysMax = 30;

/** Absolute timeout of a session, its cookie and its row. */
export const lifeDaysMax = 180;

/** Shortest interval between updates of a session's last use. */
const extendedEveryMs = 10 * 60_000;

const cacheEntriesMax = 50_000;
const cacheTrustMs = 30_000;

/** A request's token is asked for by its queue and by its call: kept for so many requests, not for as long as the session. */
const recentTokensMax = 64;

/** Sessions per look-up query. */
const readAtOnceMax = 500;

const endedTopic = 'session-ended';
const changedTopic = 'member-changed';

export interface Sessions extends SessionLookup<Session> {
  /** Begins a session, in the caller's transaction if given; returns the token for the cookie. */
  start(within: Kysely<unknown>, beginning: SessionBeginning): Promise<string>;
  /**
   * Replaces the session's token; returns the new one, or null if it has been replaced or ended already. The old one stays valid for
   * some seconds, for requests under way.
   */
  renew(memberId: bigint, token: string): Promise<string | null>;
  /** Ends the member's least recently used sessions above the limit, and deletes a few expired ones. */
  endSurplus(memberId: bigint): Promise<void>;
  /** Ends the session on every node, under a token that has replaced this one as well. Idempotent; ignores unknown tokens. */
  end(token: string): Promise<void>;
  /** Ends every session of the member but the one of the token (all, where it is empty), in the caller's transaction. */
  endOthers(transaction: QueryExecutorProvider, memberId: bigint, token: string): Promise<EndedSessions>;
  /** Ends the member's session of that id, in the caller's transaction; it is the only one, or none. */
  endOne(transaction: Transaction<unknown>, memberId: bigint, id: string): Promise<EndedSessions>;
  /** The member's open sessions, most recently used first. */
  list(memberId: bigint): Promise<(Omit<OpenSession, 'tokenHash'> & { readonly id: string })[]>;
  /** A session's public id, which does not reveal the token. */
  idOf(token: string): string;
  /** Makes every node reload the member's language and time zone. */
  refresh(memberId: bigint): Promise<void>;
  close(): void;
}

export interface EndedSessions {
  readonly count: number;
  /** Makes it known on this node at once, after the commit, with which every node is notified. */
  announce(): Promise<void>;
}

interface SessionBeginning {
  readonly memberId: bigint;
  readonly userAgent: string;
  readonly address: string;
}

export interface SessionsDependencies {
  readonly pool: pg.Pool;
  readonly tables: Kysely<unknown>;
  readonly bus: Bus;
  /** Whose a token is, beside the row of its hash. */
  readonly sessionTokens: SessionTokens<bigint>;
  /** Wall time. */
  readonly now: () => number;
  /** Called on every node when a session of the member has ended. */
  readonly onEnded: (memberId: bigint) => void;
  /** Called when notices of ended sessions may have been missed: open pages must authenticate again. */
  readonly onEndsMissed: () => void;
}

const lengths = { idleMs: idleDaysMax * dayMs, lifeMs: lifeDaysMax * dayMs };

export function openSessions(dependencies: SessionsDependencies): Sessions {
  const { pool, tables, bus, sessionTokens, now, onEnded, onEndsMissed } = dependencies;
  const read = batchedLoader((keys) => findSessions(pool, keys), readAtOnceMax);
  const cache = new SessionCache({
    entriesMax: cacheEntriesMax,
    trustMs: cacheTrustMs,
    now,
    load: (key) => loadSession(tables, read, key, now()),
  });
  const announceEnd = async (memberId: bigint, hashes: readonly Buffer[]): Promise<void> => {
    forget(hashes);
    await Promise.all(hashes.map((tokenHash) => bus.publish(endedTopic, noticeOf(memberId, tokenHash))));
  };
  const forget = (hashes: readonly Buffer[]): void => {
    for (const tokenHash of hashes) cache.forget(keyOfHash(tokenHash));
  };
  const endOthers: Sessions['endOthers'] = async (transaction, memberId, token) => {
    const ended = await endOtherSessions(transaction, memberId, hashToken(token), now());
    const hashes = ended.map(({ tokenHash }) => tokenHash);
    await publishEnds(transaction, memberId, hashes);
    return { count: ended.filter(({ isReplaced }) => !isReplaced).length, announce: async () => forget(hashes) };
  };
  const endOld = async (key: string): Promise<void> => {
    const tokenHash = Buffer.from(key, 'base64url');
    const memberId = await endReplaced(tables, tokenHash, now());
    if (memberId !== null) await announceEnd(memberId, [tokenHash]);
  };
  const refresh = async (memberId: bigint): Promise<void> => {
    cache.forgetMember(memberId);
    await bus.publish(changedTopic, { member: String(memberId) });
  };
  const renewal = createSessionRenewal({ ...dependencies, ...lengths, cache, publish: publishReplaced, end: endOld });
  const unsubscribe = subscribe(cache, { bus, onEnded, onEndsMissed }, renewal.endSoon);
  const keyOf = memoize(recentTokensMax, (token) => keyOfHash(hashToken(token)));

  return {
    peek: (token, isDueToo) => {
      if (!isToken(token)) return 'none';
      const known = cache.peek(keyOf(token), isDueToo);
      return known && answerOf(sessionTokens, token, known);
    },
    find: async (token) => {
      if (!isToken(token)) return 'none';
      return answerOf(sessionTokens, token, await cache.find(keyOf(token)));
    },
    start: async (within, { memberId, userAgent, address }) => {
      const token = sessionTokens.make(memberId);
      const at = now();
      const expiresAt = at + lengths.idleMs;
      await insertSession(within, { tokenHash: hashToken(token), memberId, now: at, expiresAt, userAgent, address });
      return token;
    },
    renew: renewal.renew,
    endSurplus: async (memberId) => {
      await announceEnd(memberId, await endSurplusSessions(tables, memberId, now()));
      await sweepSessions(tables, now() - lengths.lifeMs);
    },
    end: async (token) => {
      if (!isToken(token)) return;
      const ended = await endSession(tables, hashToken(token), now());
      if (ended) await announceEnd(ended.memberId, ended.hashes);
    },
    endOthers,
    endOne: async (transaction, memberId, id) => {
      const open = await openSessionsOf(transaction, memberId, now());
      const hash = open.find(({ tokenHash }) => idOfHash(tokenHash) === id)?.tokenHash;
      const ended = hash === undefined ? null : await endSession(transaction, hash, now());
      const hashes = ended?.hashes ?? [];
      await publishEnds(transaction, memberId, hashes);
      return { count: ended ? 1 : 0, announce: async () => forget(hashes) };
    },
    list: async (memberId) => {
      const open = await openSessionsOf(tables, memberId, now());
      return open.map(({ tokenHash, ...session }) => ({ ...session, id: idOfHash(tokenHash) }));
    },
    idOf: (token) => idOfHash(hashToken(token)),
    refresh,
    close: () => {
      renewal.close();
      for (const stop of unsubscribe) stop();
    },
  };
}

/** With the commit: a node that does not survive it, or loses the database then, has notified the others, where open pages would stay. */
async function publishEnds(within: QueryExecutorProvider, memberId: bigint, hashes: readonly Buffer[]): Promise<void> {
  for (const tokenHash of hashes) await publishWithin(within, endedTopic, noticeOf(memberId, tokenHash));
}

/** Every node reads the member's sessions again, and ends the replaced one some seconds later. */
async function publishReplaced(within: QueryExecutorProvider, memberId: bigint, replaced: string): Promise<void> {
  await publishWithin(within, changedTopic, { member: String(memberId), replaced });
}

/** Keeps the cache in step with the notices of all nodes. */
function subscribe(
  cache: SessionCache,
  { bus, onEnded, onEndsMissed }: Pick<SessionsDependencies, 'bus' | 'onEnded' | 'onEndsMissed'>,
  endSoon: (replaced: string) => void,
): (() => void)[] {
  return [
    bus.subscribe(endedTopic, (payload) => {
      const notice = readNotice(payload);
      if (!notice) return;
      cache.forget(notice.key);
      onEnded(notice.memberId);
    }),
    bus.subscribe(changedTopic, (payload) => {
      const change = changes.safeParse(payload);
      if (!change.success) return;
      const { member, replaced } = change.data;
      cache.forgetMember(BigInt(member));
      if (replaced !== undefined) endSoon(replaced);
    }),
    // Notices sent during the gap were missed.
    bus.onGap(() => {
      cache.forgetAll();
      onEndsMissed();
    }),
  ];
}

/** A row whose member the token was not made for has been written by somebody without the key. */
function answerOf(tokens: SessionTokens<bigint>, token: string, known: KnownSession): Session | 'none' | 'expired' {
  if (typeof known !== 'object') return known;
  return tokens.isOf(token, known.member.memberId) ? known.member : 'expired';
}

/** Parses the notice that a session has ended; null for any other message. */
function readNotice(payload: unknown): { readonly key: string; readonly memberId: bigint } | null {
  const notice = notices.safeParse(payload);
  return notice.success ? { key: notice.data.key, memberId: BigInt(notice.data.member) } : null;
}

const changes = z.object({ member: z.string().check(z.regex(/^\d{1,19}$/)), replaced: z.optional(z.string()) });

const keyOfHash = (tokenHash: Buffer): string => tokenHash.toString('base64url');

/** What every node is sent of a session that has ended. */
function noticeOf(memberId: bigint, tokenHash: Buffer): z.output<typeof notices> {
  return { key: keyOfHash(tokenHash), member: String(memberId) };
}

function idOfHash(tokenHash: Buffer): string {
  return hash('sha256', tokenHash, 'hex').slice(0, 24);
}

const notices = z.object({ key: z.string(), member: z.string().check(z.regex(/^\d{1,19}$/)) });

async function loadSession(
  tables: Kysely<unknown>,
  read: Read<StoredSession>,
  key: string,
  now: number,
): Promise<KnownSession> {
  const session = await read(key);
  if (!session) return 'none';
  if (session.hasEnded || session.expiresAt <= now) return 'expired';
  const { member, createdAt, lastSeenAt } = session;
  if (session.isReplaced || now - lastSeenAt < extendedEveryMs) return { member, expiresAt: session.expiresAt };
  const expiresAt = Math.min(now + idleDaysMax * dayMs, createdAt + lifeDaysMax * dayMs);
  await extendSession(tables, Buffer.from(key, 'base64url'), now, expiresAt);
  return { member, expiresAt };
}
