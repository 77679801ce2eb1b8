import * as contract from '#contract/proofs.ts';
import type { Market } from '#server/market/market.ts';
import type { Feature } from '#server/platform/feature.ts';
import { bindAll } from '#server/platform/http/binding.ts';
import type { SecretKeys } from '#server/platform/secret-keys.ts';
import { keyFor } from '#server/platform/secret-seal.ts';
import { getBalanceProof } from './get-balance-proof.ts';
import { getMinutes } from './get-minutes.ts';
import { getReplayDay } from './get-replay-day.ts';
import { listBalanceRoots } from './list-balance-roots.ts';
import { listClosedCandles } from './list-closed-candles.ts';
import { type ScheduleDependencies, scheduleTrees } from './tree-schedule.ts';

const sharedForMs = 1_000;

export interface ProofDependencies extends Omit<ScheduleDependencies, 'signingKey'> {
  /** The installation's one secret key, from which the key that signs roots is derived. */
  readonly secretKeys: Pick<SecretKeys, 'first'>;
  readonly market: Pick<Market, 'coins' | 'published' | 'binding' | 'recordedDay' | 'closedBetween'>;
}

/** Proof of the replay's days, and of liabilities: an hourly tree over all member balances, its signed roots in public, each member's paths to the member. */
export function openProofs({ secretKeys, market, ...dependencies }: ProofDependencies): Feature {
  const { pool } = dependencies;
  const trees = scheduleTrees({ ...dependencies, signingKey: keyFor('balance roots', secretKeys.first) });
  return {
    bindings: bindAll('proofs', contract, {
      listBalanceRoots: { handler: ({ after }) => listBalanceRoots(pool, after ?? null), sharedForMs },
      getReplayDay: { handler: (input) => getReplayDay(market, input), sharedForMs },
      getMinutes: (input) => getMinutes(market, input),
      listClosedCandles: { handler: (input) => listClosedCandles(market, input), sharedForMs },
      getBalanceProof: ({ tree }, { member }) => getBalanceProof(pool, member, tree ?? null),
    }),
    close: () => trees.stop(),
  };
}
