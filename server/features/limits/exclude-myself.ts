import type { Limits } from '#contract/limits.ts';
import { type ExclusionDays, excluding } from '#core/limits/exclusion.ts';
import { changeExclusion } from './change-exclusion.ts';
import type { LimitDependencies, Owner } from './change-loss-limit.ts';
import { getLimits } from './get-limits.ts';

/** Starts or extends the member's self-exclusion. */
export async function excludeMyself(
  dependencies: LimitDependencies,
  owner: Owner,
  days: ExclusionDays,
): Promise<Limits> {
  await changeExclusion(dependencies, owner.memberId, 'selfExcluded', (before, now) => excluding(before, days, now));
  return await getLimits(dependencies, owner);
}
