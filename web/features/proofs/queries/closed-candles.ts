import type { OutputOf } from '#contract/operation.ts';
import { listClosedCandles } from '#contract/proofs.ts';

/** The shortest closed candle of every coin that opens at a time (ms): the beacon of a round is held against them. */
export function useListClosedCandles(): (openTime: number) => Promise<OutputOf<typeof listClosedCandles>> {
  return async (openTime) => {
    const { answerBytesMax, callBounded } = await import('#web/platform/api/bounded-call.ts');
    return callBounded(listClosedCandles, { from: String(openTime) }, { bytesMax: answerBytesMax.closedCandles });
  };
}
