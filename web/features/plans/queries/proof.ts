import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { getPlanProof, type PlanDetail, type PlanProof } from '#contract/plans-proof.ts';
import { voidFrom } from '#core/plans/void.ts';
import { AnswerRefused } from '#web/platform/api/answer-refused.ts';
import { readKey } from '#web/platform/api/read-key.ts';
import { singleUse } from '#web/platform/api/use-read.ts';
import { productClockSpeed, productNow } from '#web/platform/product-clock.ts';
import { clockDifferenceMs } from '../clock-drift.ts';
import type { Verification } from '../plan-proof.ts';

/** The proof bundle of a settled plan, fetched to verify or save it. */
export const useGetPlanProof = (id: string) => useQuery({ ...proofQuery(id), enabled: false, staleTime: 0, gcTime: 0 });

const proofQuery = (id: string) => ({
  queryKey: readKey(getPlanProof, { plan: id }),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await import('../load-proof.ts')).loadProof(id, signal),
  retry: false,
});

/** What the market publishes: minutes of a coin from an open time on, and the recorded candles of a day of the replay. */
export interface PublishedCandles {
  readonly getMinutes: (coin: string, from: number) => Promise<PlanProof['candles']>;
  readonly getReplayDay: (coin: string, day: number) => Promise<Pick<PlanProof, 'candles'>>;
}

/** Runs a verification as soon as it is rendered; `refetch` runs it again. */
export function useVerification(id: string, verify: () => Promise<Verification>) {
  return useQuery({
    ...singleUse,
    queryKey: readKey(getPlanProof, { plan: id }, 'verification'),
    queryFn: verify,
    retry: false,
  });
}

/** The verification of a settled plan: with its proof as the server has it now, and all that this phone knows of the plan. */
export function useSettledVerification(detail: PlanDetail, published: PublishedCandles): () => Promise<Verification> {
  const client = useQueryClient();
  return () => verifySettled(client, detail, published);
}

/** Null where it could not be loaded; what is no honest answer is thrown. */
function nullWithout<T>(loading: Promise<T>): Promise<T | null> {
  return loading.catch((error: unknown) => {
    if (error instanceof AnswerRefused) throw error;
    return null;
  });
}

async function verifySettled(
  client: QueryClient,
  detail: PlanDetail,
  { getMinutes, getReplayDay }: PublishedCandles,
): Promise<Verification> {
  const { id, coin } = detail.plan;
  const [{ verifyProof }, { minutesUntil }, { keptPlanOf, readStatus, clockIn }, proof] = await Promise.all([
    import('../plan-proof.ts'),
    import('../minutes-until.ts'),
    import('../kept-plans.ts'),
    client.fetchQuery({ ...proofQuery(id), staleTime: 0 }),
  ]);
  const from = proof.candles[0]?.[0] ?? detail.startsAt;
  const until = proof.claimed.end === 'void' ? voidFrom(proof) : null;
  const days = proof.reveal?.state === 'revealed' ? proof.reveal.played.map(({ day }) => day) : null;
  const marginMs = clockDifferenceMs * productClockSpeed();
  const playedUntil = productNow() - marginMs;
  const [kept, status, minutes, recorded] = await Promise.all([
    keptPlanOf(id),
    readStatus().catch(() => null),
    nullWithout(until === null ? getMinutes(coin, from) : minutesUntil((next) => getMinutes(coin, next), from, until)),
    days && nullWithout(Promise.all(days.map(async (day) => [day, (await getReplayDay(coin, day)).candles] as const))),
  ]);
  const known = {
    ...{ shown: detail, kept: kept?.plan ?? null, minutes, recorded: recorded && new Map(recorded), playedUntil },
    // Read anew: this phone's reading may be from before it slept.
    latest: status ? Math.max(status.now, productNow()) + marginMs : undefined,
    ...{ identity: status?.identity ?? null, since: status?.since },
    clocks: kept?.clock && status && { kept: kept.clock, now: clockIn(status) },
  };
  return verifyProof(proof, known, () => performance.now());
}
