import type { Feature } from '#server/platform/http/binding.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import { keyFor } from '#server/platform/secret-seal.ts';
import { type ProofMarket, proofRoutes } from './routes.ts';
import { type ScheduleDependencies, scheduleTrees } from './tree-schedule.ts';

export interface ProofDependencies extends Omit<ScheduleDependencies, 'signingKey'> {
  /** The installation's one secret key, from which the key that signs roots is derived. */
  readonly secretKeys: Pick<SecretKeys, 'first'>;
  readonly market: ProofMarket;
}

/** Proof of the replay's days, and of liabilities: an hourly tree over all member balances, its signed roots in public, each member's paths to the member. */
export function openProofs({ secretKeys, market, ...dependencies }: ProofDependencies): Feature {
  const trees = scheduleTrees({ ...dependencies, signingKey: keyFor('balance roots', secretKeys.first) });
  return { bindings: proofRoutes(dependencies.pool, market), close: () => trees.stop() };
}
