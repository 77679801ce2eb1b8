import { getReplay } from '#contract/proofs.ts';
import { useRead } from '#web/platform/api/use-read.ts';

/** What is published of the replay for one coin; null on a live exchange. */
export function useGetReplay(coin: string) {
  return useRead(getReplay, { name: coin });
}
