import type { Limits } from '#contract/limits.ts';
import { lifting } from '#core/limits/exclusion.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { changeExclusion } from './change-exclusion.ts';
import type { LimitDependencies, Owner } from './change-loss-limit.ts';
import { getLimits } from './get-limits.ts';

/** Ends the exclusion early, with effect after 24 hours. */
export async function liftExclusion(dependencies: LimitDependencies, owner: Owner): Promise<Limits> {
  await changeExclusion(dependencies, owner.memberId, 'exclusionLifted', (before, now) => {
    const changed = lifting(before, now);
    if (!changed) throw new Refusal('exclusionNotLiftable');
    return changed;
  });
  return await getLimits(dependencies, owner);
}
