import type { OutputOf } from '#contract/operation.ts';
import { getMinutes } from '#contract/proofs.ts';

/** Published minutes of a coin, from an open time on: a settled plan is verified on them. */
export function useGetMinutes(): (coin: string, from: number) => Promise<OutputOf<typeof getMinutes>> {
  return async (coin, from) => {
    const { answerBytesMax, callBounded } = await import('#web/platform/api/bounded-call.ts');
    return callBounded(getMinutes, { name: coin, from: String(from) }, { bytesMax: answerBytesMax.minutes });
  };
}
