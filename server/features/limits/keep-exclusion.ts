import type { Limits } from '#contract/limits.ts';
import { keptExclusion } from '#core/limits/exclusion.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { changeExclusion } from './change-exclusion.ts';
import type { LimitDependencies, Owner } from './change-loss-limit.ts';
import { getLimits } from './get-limits.ts';

/** Cancels the early end. */
export async function keepExclusion(dependencies: LimitDependencies, owner: Owner): Promise<Limits> {
  await changeExclusion(dependencies, owner.memberId, 'exclusionKept', (before, now) => {
    const changed = keptExclusion(before, now);
    if (!changed) throw new Refusal('exclusionNotLiftable');
    return changed;
  });
  return await getLimits(dependencies, owner);
}
