import type { OutputOf } from '#contract/operation.ts';
import { getReplayDay } from '#contract/proofs.ts';
import { call } from '#web/platform/api/call.ts';

type Candles = OutputOf<typeof getReplayDay>['candles'];

/** Recorded candles of a day of the replay that has been played: a settled plan is verified on them. */
export function useGetReplayDay(): (coin: string, day: number) => Promise<Candles> {
  return async (coin, day) => (await call(getReplayDay, { name: coin, day: String(day) })).candles;
}
