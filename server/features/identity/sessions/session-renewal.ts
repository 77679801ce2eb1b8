import type { Kysely } from 'kysely';
import { hashToken } from '#server/platform/secret-token.ts';
import type { SessionTokens } from '#server/platform/session-tokens.ts';
import { replaceSession } from './session-store.ts';

/** How long a replaced token stays valid. */
export const replacedMs = 10_000;

export interface RenewalDependencies {
  readonly now: () => number;
  readonly tables: Kysely<unknown>;
  readonly sessionTokens: Pick<SessionTokens<bigint>, 'make'>;
  readonly idleMs: number;
  readonly lifeMs: number;
  /** Makes every node read the member's sessions again. */
  refresh(memberId: bigint): Promise<void>;
  end(tokenHash: Buffer): Promise<void>;
}

/** Replaces session tokens, and ends the old ones some seconds later, for requests that are under way. */
export function createSessionRenewal({
  tables,
  sessionTokens,
  now,
  idleMs,
  lifeMs,
  refresh,
  end,
}: RenewalDependencies) {
  const ending = new Set<NodeJS.Timeout>();
  return {
    /** The new token; null if the old one has been replaced or ended already. */
    async renew(memberId: bigint, token: string): Promise<string | null> {
      const at = now();
      const [before, next] = [hashToken(token), sessionTokens.make(memberId)];
      const until = { idle: at + idleMs, lifeMs, replaced: at + replacedMs };
      if (!(await replaceSession(tables, before, hashToken(next), at, until))) return null;
      await refresh(memberId);
      // Pages that were opened with the old token connect again, with the new one.
      const timer = setTimeout(() => {
        ending.delete(timer);
        end(before).catch(() => undefined);
      }, replacedMs).unref();
      ending.add(timer);
      return next;
    },
    close(): void {
      for (const timer of ending) clearTimeout(timer);
    },
  };
}
