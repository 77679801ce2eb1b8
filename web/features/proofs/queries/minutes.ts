import type { OutputOf } from '#contract/operation.ts';
import { getMinutes } from '#contract/proofs.ts';
import { call } from '#web/platform/api/call.ts';

/** Published minutes of a coin, from an open time on: a settled plan is verified on them. */
export function useGetMinutes(): (coin: string, from: number) => Promise<OutputOf<typeof getMinutes>> {
  return (coin, from) => call(getMinutes, { name: coin, from: String(from) });
}
