import type { OutputOf } from '#contract/operation.ts';
import { getReplayDay } from '#contract/proofs.ts';

type ReplayDay = OutputOf<typeof getReplayDay>;

/** A day of the replay that has been played: what it reveals, and the candles that were recorded on it. */
export function useGetReplayDay(): (coin: string, day: number) => Promise<ReplayDay> {
  return async (coin, day) => {
    const { answerBytesMax, callBounded } = await import('#web/platform/api/bounded-call.ts');
    return callBounded(getReplayDay, { name: coin, day: String(day) }, { bytesMax: answerBytesMax.replayDay });
  };
}
