import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import { batchedLoader, type Read } from '#server/platform/batched-loader.ts';
import type { Bus } from '#server/platform/events/bus.ts';
import type { Session, SessionLookup } from '#server/platform/session.ts';
import type { IdentityTables } from '../identity-tables.ts';
import { hashToken, isToken, newToken } from './secret-token.ts';
import { type KnownSession, SessionCache } from './session-cache.ts';
import {
  endOtherSessions,
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

const dayMs = 24 * 60 * 60_000;

/** A session ends when it was not used for so long. */
export const idleDaysMax = 30;

/** A session ends after so long however much it was used; its cookie lives as long, and so does its row. */
export const lifeDaysMax = 180;

/** A session in use is written down no more often than this. */
const extendedEveryMs = 10 * 60_000;

const cacheEntriesMax = 50_000;
const cacheTrustMs = 30_000;

/** Sessions that one statement looks up. */
const readAtOnceMax = 500;

const endedTopic = 'session-ended';
const changedTopic = 'member-changed';

export interface Sessions extends SessionLookup<Session> {
  /** Begins a session, in the caller's transaction or outside of one, and answers the token for the cookie. */
  start(within: Kysely<IdentityTables>, beginning: SessionBeginning): Promise<string>;
  /** Ends the member's longest unused sessions when there are too many, and clears a few of long ago away. */
  endSurplus(memberId: bigint): Promise<void>;
  /** Ends the session on every node. Ending it again, or what never was one, changes nothing. */
  end(token: string): Promise<void>;
  /** Ends every session of the member but the one of the token; answers how many. */
  endOthers(memberId: bigint, token: string): Promise<number>;
  /** Ends the member's session of that id; answers how many that were, 1 or 0. */
  endOne(memberId: bigint, id: string): Promise<number>;
  /** The member's open sessions, the last used first. */
  list(memberId: bigint): Promise<(Omit<OpenSession, 'tokenHash'> & { readonly id: string })[]>;
  /** What a session is called in lists: it tells nothing of the token. */
  idOf(token: string): string;
  /** Makes every node read the member's language and time zone anew. */
  refresh(memberId: bigint): Promise<void>;
  close(): void;
}

export interface SessionBeginning {
  readonly memberId: bigint;
  readonly userAgent: string;
  readonly address: string;
}

export interface SessionsDependencies {
  readonly tables: Kysely<IdentityTables>;
  readonly bus: Bus;
  /** Wall time. */
  readonly now: () => number;
  /** Told on every node when a session of the member has ended. */
  readonly onEnded: (memberId: bigint) => void;
  /** Told when sessions may have ended unheard: whoever has a page open here has to show again who it is. */
  readonly onEndsMissed: () => void;
}

export function openSessions({ tables, bus, now, onEnded, onEndsMissed }: SessionsDependencies): Sessions {
  const read = batchedLoader((keys) => findSessions(tables, keys), readAtOnceMax);
  const cache = new SessionCache({
    entriesMax: cacheEntriesMax,
    trustMs: cacheTrustMs,
    now,
    load: (key) => loadSession(tables, read, key, now()),
  });
  const unsubscribe = [
    bus.subscribe(endedTopic, (payload) => {
      const notice = readNotice(payload);
      if (!notice) return;
      cache.forget(notice.key);
      onEnded(notice.memberId);
    }),
    bus.subscribe(changedTopic, (payload) => {
      const change = changes.safeParse(payload);
      if (change.success) cache.forgetMember(BigInt(change.data.member));
    }),
    // What ended during the gap was not heard of.
    bus.onGap(() => {
      cache.forgetAll();
      onEndsMissed();
    }),
  ];
  const announceEnd = async (memberId: bigint, hashes: readonly Buffer[]): Promise<void> => {
    const keys = hashes.map((tokenHash) => tokenHash.toString('base64url'));
    for (const key of keys) cache.forget(key);
    await Promise.all(keys.map((key) => bus.publish(endedTopic, { key, member: String(memberId) })));
  };
  const keyOf = (token: string): string => hashToken(token).toString('base64url');

  return {
    peek: (token) => {
      if (!isToken(token)) return 'none';
      const known = cache.peek(keyOf(token));
      return known && answerOf(known);
    },
    find: async (token) => {
      if (!isToken(token)) return 'none';
      return answerOf(await cache.find(keyOf(token)));
    },
    start: async (within, { memberId, userAgent, address }) => {
      const token = newToken();
      const at = now();
      const expiresAt = at + idleDaysMax * dayMs;
      await insertSession(within, { tokenHash: hashToken(token), memberId, now: at, expiresAt, userAgent, address });
      return token;
    },
    endSurplus: async (memberId) => {
      await announceEnd(memberId, await endSurplusSessions(tables, memberId, now()));
      await sweepSessions(tables, now() - lifeDaysMax * dayMs);
    },
    end: async (token) => {
      if (!isToken(token)) return;
      const tokenHash = hashToken(token);
      const memberId = await endSession(tables, tokenHash, now());
      if (memberId !== null) await announceEnd(memberId, [tokenHash]);
    },
    endOthers: async (memberId, token) => {
      const ended = await endOtherSessions(tables, memberId, hashToken(token), now());
      await announceEnd(memberId, ended);
      return ended.length;
    },
    endOne: async (memberId, id) => {
      const open = await openSessionsOf(tables, memberId, now());
      const session = open.find(({ tokenHash }) => idOfHash(tokenHash) === id);
      if (!session || (await endSession(tables, session.tokenHash, now())) === null) return 0;
      await announceEnd(memberId, [session.tokenHash]);
      return 1;
    },
    list: async (memberId) => {
      const open = await openSessionsOf(tables, memberId, now());
      return open.map(({ tokenHash, ...session }) => ({ ...session, id: idOfHash(tokenHash) }));
    },
    idOf: (token) => idOfHash(hashToken(token)),
    refresh: async (memberId) => {
      cache.forgetMember(memberId);
      await bus.publish(changedTopic, { member: String(memberId) });
    },
    close: () => {
      for (const stop of unsubscribe) stop();
    },
  };
}

function answerOf(known: KnownSession): Session | 'none' | 'expired' {
  return typeof known === 'object' ? known.member : known;
}

/** The notice that a node sends when a session has ended; null for anything else on the topic. */
function readNotice(payload: unknown): { readonly key: string; readonly memberId: bigint } | null {
  const notice = notices.safeParse(payload);
  return notice.success ? { key: notice.data.key, memberId: BigInt(notice.data.member) } : null;
}

const changes = z.object({ member: z.string().check(z.regex(/^\d{1,19}$/)) });

function idOfHash(tokenHash: Buffer): string {
  return hash('sha256', tokenHash, 'hex').slice(0, 24);
}

const notices = z.object({ key: z.string(), member: z.string().check(z.regex(/^\d{1,19}$/)) });

async function loadSession(
  tables: Kysely<IdentityTables>,
  read: Read<StoredSession>,
  key: string,
  now: number,
): Promise<KnownSession> {
  const session = await read(key);
  if (!session) return 'none';
  if (session.hasEnded || session.expiresAt <= now) return 'expired';
  const { member, createdAt, lastSeenAt } = session;
  if (now - lastSeenAt < extendedEveryMs) return { member, expiresAt: session.expiresAt };
  const expiresAt = Math.min(now + idleDaysMax * dayMs, createdAt + lifeDaysMax * dayMs);
  await extendSession(tables, Buffer.from(key, 'base64url'), now, expiresAt);
  return { member, expiresAt };
}
