import type { Limits, LossLimitView } from '#contract/limits.ts';
import { excludedUntil } from '#core/limits/exclusion.ts';
import { limitAt, limitPeriods, noLossLimit, roomLeft } from '#core/limits/loss-limits.ts';
import type { LimitDependencies } from './change-loss-limit.ts';
import { readExclusion, readLimitStatus, readLossLimit } from './limit-store.ts';

export type GetLimitsDependencies = Omit<LimitDependencies, 'acts'>;

/** The member's active protections, and the use of each limit. */
export async function getLimits(
  { tables, clock }: GetLimitsDependencies,
  { memberId, timeZone }: { readonly memberId: bigint; readonly timeZone: string },
): Promise<Limits> {
  const now = clock.wallNow();
  const status = await readLimitStatus(tables, memberId, clock.now());
  const exclusion = await readExclusion(tables, memberId);
  const lossLimits = await Promise.all(
    limitPeriods.map(async (period): Promise<LossLimitView> => {
      const { amount, next } = limitAt((await readLossLimit(tables, memberId, period)) ?? noLossLimit, now);
      const count = status?.counts.find((one) => one.period === period);
      return { period, amount, next, count: count ? { ...count, left: roomLeft(count) } : null };
    }),
  );
  return { lossLimits, exclusion: excludedUntil(exclusion, now) === null ? null : exclusion, now, timeZone };
}
