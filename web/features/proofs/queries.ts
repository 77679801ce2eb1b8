import { useQuery } from '@tanstack/react-query';
import { getBalanceProof, listBalanceRoots } from '#contract/proofs.ts';
import { call } from '#web/platform/api/call.ts';

/** A new tree comes every hour. */
const lookAgainMs = 60_000;

export function useBalanceRoots() {
  return useQuery({
    queryKey: [listBalanceRoots.name],
    queryFn: ({ signal }) => call(listBalanceRoots, {}, { signal }),
    refetchInterval: lookAgainMs,
  });
}

/** The member's proof in the newest tree, with the roots as everybody gets them: asked for after it, so that its own is there. */
export function useBalanceProof() {
  return useQuery({
    queryKey: [getBalanceProof.name],
    queryFn: async ({ signal }) => {
      const proof = await call(getBalanceProof, {}, { signal });
      const roots = await call(listBalanceRoots, {}, { signal });
      return { proof, roots };
    },
    refetchInterval: lookAgainMs,
  });
}
