import { getBalanceProof, listBalanceRoots } from '#contract/proofs.ts';
import { bind, type Feature } from '#server/platform/http/binding.ts';
import { listBalanceRoots as readRoots } from './balance-roots.ts';
import { getBalanceProof as readProof } from './get-balance-proof.ts';
import { type ScheduleNeeds, scheduleTrees } from './tree-schedule.ts';

const sharedForMs = 1_000;

/** Proof of liabilities: an hourly tree over all member balances, its roots in public, each member's path to the member. */
export function openProofs(needs: ScheduleNeeds): Feature {
  const trees = scheduleTrees(needs);
  return {
    bindings: [
      bind(listBalanceRoots, () => readRoots(needs.pool), { sharedForMs }),
      bind(getBalanceProof, ({ tree }, { member }) => readProof(needs.pool, member, tree ?? null)),
    ],
    close: () => trees.stop(),
  };
}
