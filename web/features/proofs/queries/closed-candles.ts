import type { OutputOf } from '#contract/operation.ts';
import { listClosedCandles } from '#contract/proofs.ts';
import { call } from '#web/platform/api/call.ts';

/** The shortest closed candle of every coin that opens at a time (ms): the beacon of a round is held against them. */
export function useListClosedCandles(): (openTime: number) => Promise<OutputOf<typeof listClosedCandles>> {
  return (openTime) => call(listClosedCandles, { from: String(openTime) });
}
