import type { Feature } from '#server/platform/http/binding.ts';
import { proofRoutes } from './routes.ts';
import { type ScheduleDependencies, scheduleTrees } from './tree-schedule.ts';

/** Proof of liabilities: an hourly tree over all member balances, its roots in public, each member's path to the member. */
export function openProofs(dependencies: ScheduleDependencies): Feature {
  const trees = scheduleTrees(dependencies);
  return { bindings: proofRoutes(dependencies.pool), close: () => trees.stop() };
}
