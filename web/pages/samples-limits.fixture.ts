import type { Limits, LossLimitView } from '#contract/limits.ts';
import { usdt } from '#core/money/amount.ts';
import { momentOf } from './money-moments.fixture.ts';

const day: LossLimitView = {
  ...{ period: 'day', amount: usdt(250_500_000n) },
  next: { amount: usdt(400_250_000n), at: momentOf(-6) },
  count: { since: momentOf(5), lost: usdt(80_123_456n), atRisk: usdt(30_000_001n), left: usdt(140_376_543n) },
};

const week: LossLimitView = {
  ...{ period: 'week', amount: usdt(1_000_000_000n), next: { amount: null, at: momentOf(-11) } },
  count: { since: momentOf(50), lost: usdt(690_000_000n), atRisk: usdt(90_000_009n), left: usdt(219_999_991n) },
};

/** Both limits, each with a change that waits. */
export const limits: Limits = {
  ...{ lossLimits: [day, week], exclusion: null, now: momentOf(0), timeZone: 'America/St_Johns' },
};

/** No limit for the day; one for the week that does not count yet. */
export const oneLimit: Limits = {
  ...limits,
  lossLimits: [
    { period: 'day', amount: null, next: null, count: null },
    {
      ...{ ...week, amount: usdt(700_000_007n), next: null },
      count: { since: momentOf(51), lost: usdt(688_000_000n), atRisk: usdt(95_000_011n), left: usdt(0n) },
    },
  ],
};

/** Excluded for a month, until its end. */
export const excluded: Limits = {
  ...limits,
  exclusion: { beganAt: momentOf(20), endsAt: momentOf(-330), liftsAt: null },
};

/** Excluded, which ends earlier than was chosen. */
export const endingEarly: Limits = {
  ...limits,
  exclusion: { beganAt: momentOf(30), endsAt: momentOf(-320), liftsAt: momentOf(-9) },
};
