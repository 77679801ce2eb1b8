import type { Limits, setLossLimit as operation } from '#contract/limits.ts';
import type { InputOf } from '#contract/operation.ts';
import { changeLossLimit, type LimitDependencies, type Owner } from './change-loss-limit.ts';
import { getLimits } from './get-limits.ts';

export async function setLossLimit(
  dependencies: LimitDependencies,
  owner: Owner,
  { period, amount }: InputOf<typeof operation>,
): Promise<Limits> {
  await changeLossLimit(dependencies, owner, period, amount);
  return await getLimits(dependencies, owner);
}
