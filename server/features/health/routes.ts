import * as contract from '#contract/health.ts';
import { type Binding, bindAll } from '#server/platform/http/binding.ts';
import { type GetHealthDependencies, getHealth } from './get-health.ts';

/** Rate-limit cost of summing a day's samples. */
const healthWeight = 4;

export function healthRoutes(dependencies: GetHealthDependencies): readonly Binding[] {
  return bindAll('health', contract, {
    getHealth: { handler: () => getHealth(dependencies), weight: healthWeight },
  });
}
