import { useQuery } from '@tanstack/react-query';
import { getBalanceProof, listBalanceRoots } from '#contract/proofs.ts';
import { call } from '#web/platform/api/call.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { useRead } from '#web/platform/api/use-read.ts';

/** A new tree is published every hour. */
const lookAgainMs = 60_000;

export function useListBalanceRoots() {
  return useRead(listBalanceRoots, {}, { refetchInterval: lookAgainMs });
}

/** The member's proof in the newest tree, then the public roots: fetched in this order, so that its root is among them. */
export function useGetBalanceProof() {
  return useQuery({
    queryKey: readKey(getBalanceProof, {}, 'with roots'),
    queryFn: async ({ signal }) => {
      const proof = await call(getBalanceProof, {}, { signal });
      const roots = await call(listBalanceRoots, {}, { signal });
      return { proof, roots };
    },
    refetchInterval: lookAgainMs,
  });
}
