import type { Kysely } from 'kysely';
import { hashToken } from '#server/platform/secret-token.ts';
import type { SessionTokens } from '#server/platform/session-tokens.ts';
import type { SessionCache } from './session-cache.ts';
import { replaceSession } from './session-store.ts';

/** How long a replaced token stays valid. */
export const replacedMs = 10_000;

export interface RenewalDependencies {
  readonly now: () => number;
  readonly tables: Kysely<unknown>;
  readonly sessionTokens: Pick<SessionTokens<bigint>, 'make'>;
  readonly idleMs: number;
  readonly lifeMs: number;
  /** Lets every node know with the commit; a token is named by its base64url hash. */
  publish(within: Kysely<unknown>, memberId: bigint, replaced: string): Promise<void>;
  /** Of this node, which reads the member's sessions again then. */
  readonly cache: Pick<SessionCache, 'forgetMember'>;
  end(replaced: string): Promise<void>;
}

/** Replaces session tokens, and ends the old ones some seconds later, for requests that are under way. */
export function createSessionRenewal({
  tables,
  sessionTokens,
  now,
  idleMs,
  lifeMs,
  publish,
  cache,
  end,
}: RenewalDependencies) {
  const ending = new Map<string, NodeJS.Timeout>();
  /** On every node, of which one may be left then: pages that were opened with the old token connect again, with the new one. */
  const endSoon = (replaced: string): void => {
    if (ending.has(replaced)) return;
    const timer = setTimeout(() => {
      ending.delete(replaced);
      end(replaced).catch(() => undefined);
    }, replacedMs).unref();
    ending.set(replaced, timer);
  };
  return {
    /** The new token; null if the old one has been replaced or ended already. */
    async renew(memberId: bigint, token: string): Promise<string | null> {
      const at = now();
      const [before, next] = [hashToken(token), sessionTokens.make(memberId)];
      const key = before.toString('base64url');
      const until = { idle: at + idleMs, lifeMs, replaced: at + replacedMs };
      const isReplaced = await tables.transaction().execute(async (transaction) => {
        if (!(await replaceSession(transaction, before, hashToken(next), at, until))) return false;
        await publish(transaction, memberId, key);
        return true;
      });
      if (!isReplaced) return null;
      cache.forgetMember(memberId);
      endSoon(key);
      return next;
    },
    endSoon,
    close(): void {
      for (const timer of ending.values()) clearTimeout(timer);
    },
  };
}
