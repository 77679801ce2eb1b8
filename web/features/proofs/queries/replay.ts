import type { OutputOf } from '#contract/operation.ts';
import { getReplayDay } from '#contract/proofs.ts';
import { call } from '#web/platform/api/call.ts';

type ReplayDay = OutputOf<typeof getReplayDay>;

/** A day of the replay that has been played: what it reveals, and the candles that were recorded on it. */
export function useGetReplayDay(): (coin: string, day: number) => Promise<ReplayDay> {
  return (coin, day) => call(getReplayDay, { name: coin, day: String(day) });
}
