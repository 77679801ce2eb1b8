import { LRUCache } from 'lru-cache';
import type { Session } from '#server/platform/session.ts';

/** What is known of a token: its session while it is open, or why there is none. The latter never changes again. */
export type KnownSession = { readonly member: Session; readonly expiresAt: number } | 'none' | 'expired';

export interface SessionCacheDependencies {
  readonly entriesMax: number;
  /** An open session is looked up again after so long, in case the word of its end was lost on the way. */
  readonly trustMs: number;
  readonly now: () => number;
  readonly load: (key: string) => Promise<KnownSession>;
}

/** Sessions that were looked up lately, so that a signed-in call seldom asks the database. */
export class SessionCache {
  readonly #options: SessionCacheDependencies;
  readonly #entries: LRUCache<string, KnownSession>;
  readonly #loading = new Map<string, Promise<KnownSession>>();

  constructor(options: SessionCacheDependencies) {
    this.#options = options;
    const { entriesMax, trustMs, now } = options;
    // An entry of exactly the age `ttl` still counts there.
    this.#entries = new LRUCache({ max: entriesMax, ttl: trustMs - 1, ttlResolution: 0, perf: { now } });
  }

  /** What is known of the token by now; undefined when it has to be looked up. */
  peek(key: string): KnownSession | undefined {
    const known = this.#entries.get(key);
    return typeof known === 'object' && known.expiresAt <= this.#options.now() ? 'expired' : known;
  }

  async find(key: string): Promise<KnownSession> {
    return this.peek(key) ?? (await (this.#loading.get(key) ?? this.#load(key)));
  }

  /** Forgets the session: it has ended. */
  forget(key: string): void {
    this.#entries.delete(key);
    // What is being read just now may have been true before the end only: it is answered, and not kept.
    this.#loading.delete(key);
  }

  /** Forgets what is known of the member's sessions: something about the member changed. */
  forgetMember(memberId: bigint): void {
    for (const [key, known] of this.#entries.entries()) {
      if (typeof known === 'object' && known.member.memberId === memberId) this.#entries.delete(key);
    }
    this.#loading.clear();
  }

  forgetAll(): void {
    this.#entries.clear();
    this.#loading.clear();
  }

  get size(): number {
    return this.#entries.size;
  }

  #load(key: string): Promise<KnownSession> {
    const loading = this.#options.load(key);
    this.#loading.set(key, loading);
    const isCurrent = (): boolean => this.#loading.get(key) === loading;
    loading.then(
      (known) => {
        if (!isCurrent()) return;
        this.#loading.delete(key);
        // Tokens that never were one can be made up without end: they would push the real ones out.
        if (known !== 'none') this.#entries.set(key, known);
      },
      () => isCurrent() && this.#loading.delete(key),
    );
    return loading;
  }
}
