import { LRUCache } from 'lru-cache';
import { isStale } from './failures.ts';

/** A limit of a member that the statement of a transfer’s rows decides, under the locks: a row that is left out refuses the transfer. */
export interface MemberLimit<Asked> {
  /** Runs `place`; throws what `requireRoom` throws where the member is at the limit. */
  placing<Result>(memberId: bigint, asked: Asked, place: () => Promise<Result>): Promise<Result>;
}

const rememberedMax = 20_000;
const rememberedMs = 3_600_000;

/**
 * Optimistic: no query precedes a placing. Only a member who was at the limit on this node is looked at first, because a refusal inside a batch makes the
 * ledger bisect it. `requireRoom` throws the refusal where there is no room for what is asked.
 */
export function openMemberLimit<Asked>(
  requireRoom: (memberId: bigint, asked: Asked) => Promise<void>,
): MemberLimit<Asked> {
  const atLimit = new LRUCache<bigint, true>({ max: rememberedMax, ttl: rememberedMs });

  async function look(memberId: bigint, asked: Asked): Promise<void> {
    atLimit.set(memberId, true);
    await requireRoom(memberId, asked);
    atLimit.delete(memberId);
  }

  return {
    async placing(memberId, asked, place) {
      if (atLimit.has(memberId)) await look(memberId, asked);
      try {
        return await place();
      } catch (error) {
        if (isStale(error)) await look(memberId, asked);
        throw error;
      }
    },
  };
}
