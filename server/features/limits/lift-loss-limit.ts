import type { Limits } from '#contract/limits.ts';
import type { LimitPeriod } from '#core/limits/loss-limits.ts';
import { changeLossLimit, type LimitDependencies, type Owner } from './change-loss-limit.ts';
import { getLimits } from './get-limits.ts';

/** Lifts a loss limit, with effect after 24 hours. */
export async function liftLossLimit(
  dependencies: LimitDependencies,
  owner: Owner,
  period: LimitPeriod,
): Promise<Limits> {
  await changeLossLimit(dependencies, owner, period, null);
  return await getLimits(dependencies, owner);
}
