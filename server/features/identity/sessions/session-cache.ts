import { LRUCache } from 'lru-cache';
import type { Session } from '#server/platform/session.ts';

/** Cached result of a token: its open session, or why there is none, which is final. */
export type KnownSession = { readonly member: Session; readonly expiresAt: number } | 'none' | 'expired';

export interface SessionCacheDependencies {
  readonly entriesMax: number;
  /** Open sessions are read again after this time, in case the notice of their end was lost. */
  readonly trustMs: number;
  readonly now: () => number;
  readonly load: (key: string) => Promise<KnownSession>;
}

/** Cache of sessions, so that a signed-in call rarely queries the database. */
export class SessionCache {
  readonly #options: SessionCacheDependencies;
  readonly #entries: LRUCache<string, KnownSession>;
  /** Look-ups that later calls join, and whose result is kept. */
  readonly #loading = new Map<string, Promise<KnownSession>>();
  /** All that are under way, by the session's key. */
  readonly #underWay = new Map<Promise<KnownSession>, string>();
  /** Look-ups during which the notice of the session's end came. */
  readonly #overtaken = new WeakSet<Promise<KnownSession>>();

  constructor(options: SessionCacheDependencies) {
    this.#options = options;
    const { entriesMax, trustMs, now } = options;
    // The cache keeps an entry of exactly the age `ttl`.
    this.#entries = new LRUCache({
      max: entriesMax,
      ttl: trustMs - 1,
      ttlResolution: 0,
      noDeleteOnStaleGet: true,
      perf: { now },
    });
  }

  /** The cached result; undefined when the token has to be looked up, unless `isDueToo` and it was before. */
  peek(key: string, isDueToo = false): KnownSession | undefined {
    const known = isDueToo ? this.#entries.peek(key, { allowStale: true }) : this.#entries.get(key);
    return typeof known === 'object' && known.expiresAt <= this.#options.now() ? 'expired' : known;
  }

  async find(key: string): Promise<KnownSession> {
    const known = this.peek(key);
    if (known !== undefined) return known;
    const loading = this.#loading.get(key) ?? this.#load(key);
    const loaded = await loading;
    // It may have been read before the end, whose notice closed the open pages: one that opened by it would stay open.
    return this.#overtaken.has(loading) ? await this.find(key) : loaded;
  }

  /** Drops an ended session. */
  forget(key: string): void {
    this.#entries.delete(key);
    for (const [loading, ofKey] of this.#underWay) if (ofKey === key) this.#overtaken.add(loading);
    this.#loading.delete(key);
  }

  /** Drops the member's sessions after a change of the member's data. What a look-up in progress finds is returned, but not cached. */
  forgetMember(memberId: bigint): void {
    for (const [key, known] of this.#entries.entries()) {
      if (typeof known === 'object' && known.member.memberId === memberId) this.#entries.delete(key);
    }
    this.#loading.clear();
  }

  forgetAll(): void {
    this.#entries.clear();
    for (const loading of this.#underWay.keys()) this.#overtaken.add(loading);
    this.#loading.clear();
  }

  get size(): number {
    return this.#entries.size;
  }

  #load(key: string): Promise<KnownSession> {
    const loading = this.#options.load(key);
    this.#loading.set(key, loading);
    this.#underWay.set(loading, key);
    const isCurrent = (): boolean => this.#loading.get(key) === loading;
    loading.then(
      (known) => {
        this.#underWay.delete(loading);
        if (!isCurrent()) return;
        this.#loading.delete(key);
        // Unknown tokens are not cached: forged ones would evict real sessions.
        if (known === 'none') this.#entries.delete(key);
        else this.#entries.set(key, known);
      },
      () => {
        this.#underWay.delete(loading);
        if (isCurrent()) this.#loading.delete(key);
      },
    );
    return loading;
  }
}
